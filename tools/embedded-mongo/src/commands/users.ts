import { createCredentials } from '../auth/scram'
import { findUser, putUser, removeUser, type User } from '../auth/users'
import { CommandError, unsupported } from '../errors'
import type { Command, CommandRequest } from './command'
import { readFields } from './read-fields'

function readUser(request: CommandRequest): {
  name: string
  password: string | undefined
  roles: unknown[] | undefined
} {
  const { pwd, roles, mechanisms } = readFields(request, {
    pwd: 'string',
    roles: 'value',
    mechanisms: 'strings',
  })
  const name = request.body[request.name]
  if (typeof name !== 'string') throw unsupported(`'${request.name}' without a name`)
  if (roles !== undefined && !Array.isArray(roles)) throw unsupported('roles that are no list')
  if (mechanisms?.some((mechanism) => mechanism !== 'SCRAM-SHA-256'))
    throw unsupported('authentication mechanisms other than SCRAM-SHA-256')
  return { name, password: pwd, roles }
}

function requireUser({ state, database }: CommandRequest, name: string): User {
  const user = findUser(state.store, database, name)
  if (!user) throw new CommandError('UserNotFound', `User ${name}@${database} not found`)
  return user
}

const createUser: Command = (request) => {
  const { name, password, roles = [] } = readUser(request)
  const { database, state, changes } = request
  if (findUser(state.store, database, name))
    throw new CommandError('UserAlreadyExists', `User "${name}@${database}" already exists`)
  if (password === undefined) throw unsupported('users without a password')
  putUser(changes, { db: database, user: name, credentials: createCredentials(password), roles })
  return {}
}

const updateUser: Command = (request) => {
  const { name, password, roles } = readUser(request)
  const user = requireUser(request, name)
  const credentials = password === undefined ? user.credentials : createCredentials(password)
  putUser(request.changes, { ...user, credentials, roles: roles ?? user.roles })
  return {}
}

const dropUser: Command = (request) => {
  removeUser(request.changes, requireUser(request, readUser(request).name))
  return {}
}

/** Never shows credentials. */
const usersInfo: Command = (request) => {
  const stored = findUser(request.state.store, request.database, readUser(request).name)
  if (!stored) return { users: [] }
  const { db, user, roles } = stored
  return { users: [{ _id: `${db}.${user}`, user, db, roles, mechanisms: ['SCRAM-SHA-256'] }] }
}

export const userCommands: Record<string, Command> = { createUser, dropUser, updateUser, usersInfo }
