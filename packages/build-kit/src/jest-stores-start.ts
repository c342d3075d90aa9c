import { startEmbeddedMongo } from '@offquad/embedded-mongo'
import { startEmbeddedRedis } from '@offquad/embedded-redis'

const started = globalThis as typeof globalThis & { offquadStores?: { close(): Promise<void> }[] }

/** One MongoDB and one Redis for the whole test run, unless the environment names some; suites use own databases and prefixes. */
async function startStores(): Promise<void> {
  started.offquadStores ??= []
  if (!process.env.MONGODB_URI) {
    const mongo = await startEmbeddedMongo({
      // As in production: drivers retry writes only there.
      replicaSet: { name: 'offquad' },
      likeProduction: process.env.EMBEDDED_MONGO_LIKE_PRODUCTION === 'yes',
    })
    process.env.MONGODB_URI = mongo.uri
    // All projects of a run share an environment: the suites of the embedded server itself must not take it for a real one.
    process.env.OFFQUAD_MONGODB_IS_EMBEDDED = 'yes'
    started.offquadStores.push(mongo)
  }
  if (!process.env.REDIS_URL) {
    const redis = await startEmbeddedRedis()
    process.env.REDIS_URL = redis.url
    started.offquadStores.push(redis)
  }
}

export default startStores
