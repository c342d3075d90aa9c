import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startEmbeddedRedis } from '@offquad/embedded-redis'
import { endLeftoverProcesses, redisFolder } from './run-file'

it('ends the Redis of a start that was killed before it wrote its run file', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'offquad-run-'))
  const redis = await startEmbeddedRedis({ directory: redisFolder(dataDir) })

  await endLeftoverProcesses(dataDir)

  expect(await redis.ended).toContain('ended')
  await rm(dataDir, { recursive: true })
})
