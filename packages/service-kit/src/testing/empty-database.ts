import { type Connection } from 'mongoose'
import { retryOnFailover } from '../failover'

/**
 * Deletes every document, and leaves the indexes.
 * @param names of the collections, where only these are meant
 */
export async function emptyDatabase({ db }: Connection, names?: readonly string[]): Promise<void> {
  if (!db) throw new Error('not connected')
  const collections = names?.map((name) => db.collection(name)) ?? (await db.collections())
  await Promise.all(collections.map((collection) => retryOnFailover(() => collection.deleteMany({}))))
}

/** Leaves nothing of a database, with the rights that a service has: its user may not drop the database itself. */
export async function dropCollections({ db }: Connection): Promise<void> {
  if (!db) throw new Error('not connected')
  const collections = await db.collections()
  await Promise.all(collections.map((collection) => collection.drop()))
}
