import { type MongoClient } from 'mongodb'

/** Every service has the database offquad-<name>, and so have the gateways. */
export const PLATFORM_PREFIX = 'offquad-'
const DRILL_PREFIX = 'drill-'

/** Where a drill restores a database: `drill-offquad-users` of `offquad-users`. */
export const drillDatabaseOf = (database: string): string => `${DRILL_PREFIX}${database}`

/** The databases of the platform that this user may see and that hold anything, by name. */
export async function listPlatformDatabases(client: MongoClient): Promise<string[]> {
  const { databases } = await client.db('admin').admin().listDatabases({ nameOnly: true })
  return databases
    .map(({ name }) => name)
    .filter((name) => name.startsWith(PLATFORM_PREFIX))
    .toSorted()
}
