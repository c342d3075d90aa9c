import { startMongoForTests } from '@offquad/embedded-mongo'
import { startEmbeddedRedis } from '@offquad/embedded-redis'

const started = globalThis as typeof globalThis & { offquadStores?: { close(): Promise<void> }[] }

/** Starts one MongoDB and one Redis for the test run, unless the environment configures them; each suite uses its own database and prefix. */
async function startStores(): Promise<void> {
  started.offquadStores ??= []
  if (!process.env.MONGODB_URI) {
    const mongo = await startMongoForTests()
    process.stderr.write(`${mongo.description}\n`)
    process.env.MONGODB_URI = mongo.uri
    // All projects of a run share the environment: embedded-mongo's own suites must not mistake it for a real server.
    if (mongo.isEmbedded) process.env.OFFQUAD_MONGODB_IS_EMBEDDED = 'yes'
    started.offquadStores.push(mongo)
  }
  if (!process.env.REDIS_URL) {
    const redis = await startEmbeddedRedis()
    process.env.REDIS_URL = redis.url
    started.offquadStores.push(redis)
  }
}

export default startStores
