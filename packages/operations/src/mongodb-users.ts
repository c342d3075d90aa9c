import { type Db, type Document, type MongoClient } from 'mongodb'
import { drillDatabaseOf, PLATFORM_PREFIX } from './platform-databases'

/** The administrator, who exists already and creates the others. */
export const ROOT = 'root'
const BACKUP = 'backup'
const RESTORE = 'restore'

const userOf = (name: string): string => `${PLATFORM_PREFIX}${name}`

/**
 * Creates a user for each password, or gives an existing one this password and these roles; nothing else is touched, so it
 * may run at every start. The user of a service (`catalog`: `offquad-catalog`) reads and writes the database of the same
 * name. `backup` reads the databases of all services and writes those of drills; `restore` reads and writes all of them.
 * None may drop a database, read another service's, or administer anything. They are stored in `admin`, the default
 * `authSource`.
 * @param passwords by name, `root` aside
 * @returns the names of the users
 * @throws MongoServerError when the client may not administer users
 * @see https://www.mongodb.com/docs/manual/reference/built-in-roles/
 */
export async function createMongoUsers(
  client: MongoClient,
  passwords: ReadonlyMap<string, string>,
): Promise<string[]> {
  const names = [...passwords.keys()].filter((name) => name !== ROOT)
  const databases = names.filter((name) => name !== BACKUP && name !== RESTORE).map(userOf)
  const admin = client.db('admin')
  for (const name of names)
    await createOrUpdate(admin, {
      user: userOf(name),
      pwd: passwords.get(name) ?? '',
      roles: rolesOf(name, databases),
    })
  return names.map(userOf)
}

function rolesOf(name: string, databases: string[]): Document[] {
  const on = (role: string, names: string[]) => names.map((db) => ({ role, db }))
  const drills = databases.map(drillDatabaseOf)
  if (name === BACKUP) return [...on('read', databases), ...on('readWrite', drills)]
  if (name === RESTORE) return [...on('readWrite', databases), ...on('readWrite', drills)]
  return on('readWrite', [userOf(name)])
}

async function createOrUpdate(
  admin: Db,
  { user, pwd, roles }: { user: string; pwd: string; roles: Document[] },
): Promise<void> {
  const { users } = await admin.command({ usersInfo: user })
  const isThere = (users as unknown[]).length > 0
  const command = isThere ? { updateUser: user } : { createUser: user }
  await admin.command({ ...command, pwd, roles, mechanisms: ['SCRAM-SHA-256'] })
}
