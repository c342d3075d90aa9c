import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Redis } from 'ioredis'
import { startEmbeddedRedis } from './index'

describe('startEmbeddedRedis', () => {
  it('keeps what was written for the next start on the same directory', async () => {
    const directory = await mkdtemp(path.join(tmpdir(), 'offquad-redis-'))

    const first = await startEmbeddedRedis({ directory })
    const writer = new Redis(first.url)
    await writer.set('key', 'kept')
    await writer.quit()
    await first.close()
    const second = await startEmbeddedRedis({ directory })
    const reader = new Redis(second.url)

    expect(await reader.get('key')).toBe('kept')
    await reader.quit()
    await second.close()
    await rm(directory, { recursive: true })
  })

  it('asks for the password that it was given, which no argument names', async () => {
    const redis = await startEmbeddedRedis({ settings: { requirepass: 'made-at-start' } })

    const nobody = new Redis(redis.url, { lazyConnect: true, enableReadyCheck: false })
    await expect(nobody.ping()).rejects.toThrow('NOAUTH')
    nobody.disconnect()
    const client = new Redis(redis.url, { password: 'made-at-start' })
    expect(await client.ping()).toBe('PONG')
    expect(await readFile(`/proc/${redis.pid}/cmdline`, 'utf8')).not.toContain('made-at-start')
    await client.quit()
    await redis.close()
  })

  it('says so when the port is taken', async () => {
    const first = await startEmbeddedRedis()

    await expect(startEmbeddedRedis({ port: first.port })).rejects.toThrow(/redis-server ended/)
    await first.close()
  })
})
