import { type Db, type Document, type MongoClient } from 'mongodb'
import { drillDatabaseOf, PLATFORM_PREFIX } from './databases'

/** The administrator, who exists already and creates the others. */
export const ROOT = 'root'
const BACKUP = 'backup'
const RESTORE = 'restore'

/**
 * Creates the user of each address, or gives an existing one the password in it and its roles; nothing else is touched, so
 * it may run at every start. The user of a service reads and writes the service's database (`users`: `offquad-users`).
 * `backup` reads the databases of all services and writes those of drills; `restore` reads and writes all of them. None may
 * drop a database, read another service's, or administer anything. They are stored in `admin`, the default `authSource`.
 * @param uris by name, as mongodb-uri-<name> has them; `root` and those without a user are left out
 * @returns the names of the users
 * @throws MongoServerError when the client may not administer users
 * @see https://www.mongodb.com/docs/manual/reference/built-in-roles/
 */
export async function createMongoUsers(
  client: MongoClient,
  uris: ReadonlyMap<string, URL>,
): Promise<string[]> {
  const databases = [...uris.keys()]
    .filter((name) => ![ROOT, BACKUP, RESTORE].includes(name))
    .map((name) => `${PLATFORM_PREFIX}${name}`)
  const admin = client.db('admin')
  const users: string[] = []
  for (const [name, { username, password }] of uris) {
    if (name === ROOT || !username) continue
    const user = decodeURIComponent(username)
    await createOrUpdate(admin, {
      user,
      pwd: decodeURIComponent(password),
      roles: rolesOf(name, databases),
    })
    users.push(user)
  }
  return users
}

function rolesOf(name: string, databases: string[]): Document[] {
  const on = (role: string, names: string[]) => names.map((db) => ({ role, db }))
  const drills = databases.map(drillDatabaseOf)
  if (name === BACKUP) return [...on('read', databases), ...on('readWrite', drills)]
  if (name === RESTORE) return [...on('readWrite', databases), ...on('readWrite', drills)]
  return on('readWrite', [`${PLATFORM_PREFIX}${name}`])
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
