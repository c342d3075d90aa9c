import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startEmbeddedRedis } from '@offquad/embedded-redis'

export interface KillableRedis {
  url: string
  /** Kills it, and starts another one in its place with what it had acknowledged. */
  kill(): Promise<void>
  close(): Promise<void>
}

/** A Redis with an append-only file, as a platform has it. */
export async function startKillableRedis(): Promise<KillableRedis> {
  const directory = await mkdtemp(path.join(tmpdir(), 'offquad-redis-'))
  let redis = await startEmbeddedRedis({ directory })
  return {
    url: redis.url,
    async kill() {
      if (redis.pid) process.kill(redis.pid, 'SIGKILL')
      await redis.ended
      redis = await startEmbeddedRedis({ directory, port: redis.port })
    },
    async close() {
      await redis.close()
      await rm(directory, { recursive: true })
    },
  }
}
