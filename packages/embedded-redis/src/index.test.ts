import { mkdtemp, rm } from 'node:fs/promises'
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

  it('says so when the port is taken', async () => {
    const first = await startEmbeddedRedis()

    await expect(startEmbeddedRedis({ port: first.port })).rejects.toThrow(/redis-server ended/)
    await first.close()
  })
})
