import { findMongod, startMongod } from './mongod'
import { startEmbeddedMongo } from './start-embedded-mongo'

export { type EmbeddedMongo, type EmbeddedMongoOptions, startEmbeddedMongo } from './start-embedded-mongo'
export { StartError } from './errors'

export interface MongoForTests {
  uri: string
  /** The chosen server, as a sentence. */
  description: string
  isEmbedded: boolean
  close(): Promise<void>
}

/**
 * Starts a replica set of one that keeps nothing: the mongod on the PATH where it is 7 or newer, and otherwise the embedded
 * server. Drivers retry writes only on replica sets.
 */
export async function startMongoForTests(): Promise<MongoForTests> {
  const version = findMongod()
  const server = version ? await startMongod() : await startEmbeddedMongo({ replicaSet: { name: 'offquad' } })
  return {
    uri: server.uri,
    description: version
      ? `MongoDB is the mongod ${version} on the PATH.`
      : 'MongoDB is the embedded server: there is no mongod 7 or newer on the PATH.',
    isEmbedded: version === undefined,
    close: server.close,
  }
}
