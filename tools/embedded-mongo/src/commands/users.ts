import { isRole } from '../auth/authorize'
import { createCredentials } from '../auth/scram'
import { findUser, listUsers, putUser, removeUser, type RoleGrant, type User } from '../auth/users'
import { CommandError, unsupported } from '../errors'
import { type Document, isDocument } from '../values/value'
import type { Command, CommandRequest } from './command'
import { readFields } from './read-fields'

const userFields = {
  pwd: 'string',
  roles: 'value',
  mechanisms: 'strings',
} as const

function readUser(request: CommandRequest): { name: string; password?: string; roles?: RoleGrant[] } {
  const { pwd, roles, mechanisms } = readFields(request, userFields)
  if (mechanisms?.some((mechanism) => mechanism !== 'SCRAM-SHA-256'))
    throw unsupported('authentication mechanisms other than SCRAM-SHA-256')
  return {
    name: nameOf(request),
    ...(pwd !== undefined && { password: pwd }),
    ...(roles !== undefined && { roles: readRoles(roles, request.database) }),
  }
}

function nameOf({ name, body }: CommandRequest): string {
  const user = body[name]
  if (typeof user === 'string' && user !== '') return user
  throw new CommandError('BadValue', 'User document needs a non-empty name')
}

/** A role by its name alone is one of the command's database. */
function readRoles(roles: unknown, database: string): RoleGrant[] {
  if (!Array.isArray(roles)) throw new CommandError('TypeMismatch', "'roles' must be an array")
  return roles.map((one: unknown) => {
    const grant: RoleGrant = isDocument(one)
      ? { role: String(one['role']), db: String(one['db']) }
      : { role: String(one), db: database }
    if (!isRole(grant))
      throw new CommandError('RoleNotFound', `Could not find role: ${grant.role}@${grant.db}`)
    return grant
  })
}

function requireUser({ state, database }: CommandRequest, name: string): User {
  const user = findUser(state.store, database, name)
  if (!user) throw new CommandError('UserNotFound', `User ${name}@${database} not found`)
  return user
}

const createUser: Command = (request) => {
  const { name, password, roles } = readUser(request)
  if (findUser(request.state.store, request.database, name))
    throw new CommandError('UserAlreadyExists', `User "${name}@${request.database}" already exists`)
  if (password === undefined || !roles)
    throw new CommandError('BadValue', "Must provide a 'pwd' and a 'roles' field for all user documents")
  const credentials = createCredentials(password)
  putUser(request.changes, { db: request.database, user: name, credentials, roles })
  return {}
}

const updateUser: Command = (request) => {
  const { name, password, roles } = readUser(request)
  const user = requireUser(request, name)
  putUser(request.changes, {
    ...user,
    credentials: password === undefined ? user.credentials : createCredentials(password),
    roles: roles ?? user.roles,
  })
  return {}
}

const dropUser: Command = (request) => {
  readFields(request, {})
  removeUser(request.changes, requireUser(request, nameOf(request)))
  return {}
}

/** Never shows credentials. */
const usersInfo: Command = (request) => {
  readFields(request, {})
  const asked = request.body['usersInfo']
  const { state, database } = request
  const isAll = asked === 1
  if (!isAll && typeof asked !== 'string') throw unsupported("'usersInfo' of anything but a name or 1")
  const users = listUsers(state.store, database).filter(({ user }) => isAll || user === asked)
  return { users: users.map(describe) }
}

const describe = ({ db, user, roles }: User): Document => ({
  _id: `${db}.${user}`,
  user,
  db,
  roles,
  mechanisms: ['SCRAM-SHA-256'],
})

export const userCommands: Record<string, Command> = { createUser, dropUser, updateUser, usersInfo }
