import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createClient } from 'redis'
import { startEmbeddedRedis } from './index'

describe('startEmbeddedRedis', () => {
  it('keeps what was written for the next start on the same directory', async () => {
    const directory = await mkdtemp(path.join(tmpdir(), 'offquad-redis-'))

    const first = await startEmbeddedRedis({ directory })
    const writer = await createClient({ url: first.url }).connect()
    await writer.set('key', 'kept')
    await writer.close()
    await first.close()
    const second = await startEmbeddedRedis({ directory })
    const reader = await createClient({ url: second.url }).connect()

    expect(await reader.get('key')).toBe('kept')
    await reader.close()
    await second.close()
    await rm(directory, { recursive: true })
  })

  it('asks for the password that it was given, which no argument names', async () => {
    const redis = await startEmbeddedRedis({ settings: { requirepass: 'made-at-start' } })

    const nobody = createClient({ url: redis.url, socket: { reconnectStrategy: false } })
    nobody.on('error', () => undefined)
    await expect(nobody.connect().then(() => nobody.ping())).rejects.toThrow('NOAUTH')
    nobody.destroy()
    const client = await createClient({ url: redis.url, password: 'made-at-start' }).connect()
    expect(await client.ping()).toBe('PONG')
    expect(await readFile(`/proc/${redis.pid}/cmdline`, 'utf8')).not.toContain('made-at-start')
    await client.close()
    await redis.close()
  })

  it('says so when the port is taken', async () => {
    const first = await startEmbeddedRedis()

    await expect(startEmbeddedRedis({ port: first.port })).rejects.toThrow(/redis-server ended/)
    await first.close()
  })
})
