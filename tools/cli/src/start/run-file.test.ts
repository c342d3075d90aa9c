import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pidFileOf, startEmbeddedRedis } from '@offquad/embedded-redis'
import { endLeftoverProcesses, redisFolder } from './run-file'

it('ends the Redis of a start that was killed before it wrote its run file', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'offquad-run-'))
  const redis = await startEmbeddedRedis({ directory: redisFolder(dataDir) })

  await endLeftoverProcesses(dataDir)

  expect(await redis.ended).toContain('ended')
  await rm(dataDir, { recursive: true })
})

it('does not end a Redis of others that has the id of one that was killed', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'offquad-run-'))
  const others = await startEmbeddedRedis()
  await mkdir(redisFolder(dataDir))
  await writeFile(pidFileOf(redisFolder(dataDir)), String(others.pid))

  await endLeftoverProcesses(dataDir)

  expect(() => process.kill(others.pid ?? 0, 0)).not.toThrow()
  await others.close()
  await rm(dataDir, { recursive: true })
})
