import { type Connection } from 'mongoose'
import { retryOnFailover } from '../failover'

/**
 * Deletes all documents but keeps the indexes.
 * @param names of the collections; all by default
 */
export async function emptyDatabase({ db }: Connection, names?: readonly string[]): Promise<void> {
  if (!db) throw new Error('not connected')
  const collections = names?.map((name) => db.collection(name)) ?? (await db.collections())
  await Promise.all(collections.map((collection) => retryOnFailover(() => collection.deleteMany({}))))
}

/** Drops all collections of a database, as the user of a service may not drop the database itself. */
export async function dropCollections({ db }: Connection): Promise<void> {
  if (!db) throw new Error('not connected')
  const collections = await db.collections()
  await Promise.all(collections.map((collection) => collection.drop()))
}
