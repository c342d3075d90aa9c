import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startEmbeddedRedis } from '@offquad/embedded-redis'
import { rejectRedisCluster } from '../src/redis'

it('a node of a Redis Cluster is rejected with what to use instead', async () => {
  const directory = await mkdtemp(path.join(tmpdir(), 'offquad-cluster-'))
  const node = await startEmbeddedRedis({ directory, settings: { 'cluster-enabled': 'yes' } })

  await expect(rejectRedisCluster({ REDIS_URL: node.url })).rejects.toThrow(
    /Redis Cluster.*not supported.*REDIS_SENTINELS/,
  )

  await node.close()
  await rm(directory, { recursive: true })
})

it('a single Redis and an unreachable one are not rejected', async () => {
  const redis = await startEmbeddedRedis()

  await rejectRedisCluster({ REDIS_URL: redis.url })
  await rejectRedisCluster({ REDIS_URL: 'redis://127.0.0.1:9' })

  await redis.close()
})
