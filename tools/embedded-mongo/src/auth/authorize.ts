import { CommandError } from '../errors'
import type { CommandRequest } from '../commands/command'
import { findUser, type RoleGrant } from './users'

const READING = [
  'aggregate',
  'collStats',
  'count',
  'dbStats',
  'distinct',
  'explain',
  'find',
  'getMore',
  'killCursors',
  'listCollections',
  'listIndexes',
]
const WRITING = [
  'create',
  'createIndexes',
  'delete',
  'drop',
  'dropIndexes',
  'findAndModify',
  'insert',
  'update',
]
const ADMINISTERING = [
  'collMod',
  'collStats',
  'create',
  'createIndexes',
  'dbStats',
  'drop',
  'dropDatabase',
  'dropIndexes',
  'listCollections',
  'listIndexes',
]
const USERS = ['createUser', 'dropUser', 'updateUser', 'usersInfo']

/**
 * The commands that MongoDB's built-in roles of a database allow there, as far as these commands exist here.
 * @see https://www.mongodb.com/docs/manual/reference/built-in-roles/
 */
const ROLES: Record<string, ReadonlySet<string>> = {
  read: new Set(READING),
  readWrite: new Set([...READING, ...WRITING]),
  dbAdmin: new Set(ADMINISTERING),
  userAdmin: new Set(USERS),
  dbOwner: new Set([...READING, ...WRITING, ...ADMINISTERING, ...USERS]),
}

/** `readWriteAnyDatabase`: the rights of `readWrite` on every database but those of the server itself. */
const ANY_DATABASE = /^(read|readWrite|dbAdmin|userAdmin)AnyDatabase$/
const OF_THE_SERVER = new Set(['local', 'config'])

/** Of a connection without a user: how it becomes one's, and what drivers want to know before. */
const OPEN_TO_ALL = new Set([
  'buildInfo',
  'buildinfo',
  'connectionStatus',
  'endSessions',
  'hello',
  'isMaster',
  'ismaster',
  'logout',
  'ping',
  'saslContinue',
  'saslStart',
])

/** Whether there is such a role; `root` and roles on any database are those of `admin` alone. */
export const isRole = ({ role, db }: RoleGrant): boolean =>
  Object.hasOwn(ROLES, role) || (db === 'admin' && (role === 'root' || ANY_DATABASE.test(role)))

const isRoot = (grants: RoleGrant[]): boolean => grants.some(({ role }) => role === 'root')

/** The role of this database that somebody with the grant has there. */
function roleOn(database: string, { role, db }: RoleGrant): string | undefined {
  const [, onAny] = ANY_DATABASE.exec(role) ?? []
  if (onAny) return OF_THE_SERVER.has(database) ? undefined : onAny
  return db === database ? role : undefined
}

/** The roles of the user of a connection, as they are now; undefined when there is none. */
function grantsOf({ state, connection }: CommandRequest): RoleGrant[] | undefined {
  const { principal } = connection
  return principal && findUser(state.store, principal.db, principal.user)?.roles
}

/** Checks that the connection's user may run this command. Throws `Unauthorized`. */
export function authorize(request: CommandRequest): void {
  const { name, database, state } = request
  if (!state.isAuthEnabled || OPEN_TO_ALL.has(name)) return
  const grants = grantsOf(request)
  if (!grants) throw new CommandError('Unauthorized', `Command ${name} requires authentication`)
  // Everyone may list databases, and sees those they have a role on.
  if (isRoot(grants) || name === 'listDatabases') return
  if (grants.some((grant) => ROLES[roleOn(database, grant) ?? '']?.has(name))) return
  throw new CommandError('Unauthorized', `not authorized on ${database} to execute command { ${name} }`)
}

/** Which databases the connection's user sees in a list. */
export function isVisibleTo(request: CommandRequest): (database: string) => boolean {
  if (!request.state.isAuthEnabled) return () => true
  const grants = grantsOf(request) ?? []
  return (database) => isRoot(grants) || grants.some((grant) => roleOn(database, grant) !== undefined)
}
