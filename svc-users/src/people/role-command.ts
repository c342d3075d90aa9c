import { type Role } from '@offquad/contracts'
import { ConflictError, InvalidInputError } from '@offquad/service-kit'
import { decideRole, type RoleDeps } from './change-role'
import { listPeople } from './list-people'

/** Logged instead of the id of an administrator. */
const COMMAND_LINE = 'command-line'

export const ROLE_USAGE = `Usage: role grant|revoke EMAIL ROLE
  ROLE is admin or developer. The owner of EMAIL need not have signed in yet.
  Takes effect in every running service within seconds; the person has to sign in again.`

/**
 * Grants or revokes a role from the command line, as the page People does.
 * @param args the arguments after `role`
 * @returns the outcome, in words for the operator
 * @throws InvalidInputError or ConflictError with a message for the operator
 */
export async function runRoleCommand(deps: RoleDeps, args: string[]): Promise<string> {
  const [action, address = '', role, ...rest] = args
  const isKnown = (action === 'grant' || action === 'revoke') && (role === 'admin' || role === 'developer')
  if (!isKnown || rest.length > 0) throw new InvalidInputError('usage', ROLE_USAGE)
  const email = address.trim().toLowerCase()
  const before = await roleOf(deps, email)
  if (action === 'grant') {
    await decideRole(deps, { email, role, by: COMMAND_LINE })
    return `${email} is ${NAMES[role]}.`
  }
  if (before !== role && before !== 'student')
    throw new ConflictError('another-role', `${email} is ${NAMES[before]}, not ${NAMES[role]}.`)
  await decideRole(deps, { email, role: 'student', by: COMMAND_LINE })
  const setting = deps.configuredRoles.get(email) === 'admin' ? 'ADMIN_EMAILS' : 'DEVELOPER_EMAILS'
  const note = deps.configuredRoles.has(email)
    ? ` ${setting} still lists the address. That no longer has an effect, but remove it there as well.`
    : ''
  return `${email} no longer has a role.${note}`
}

const NAMES: Record<Role, string> = {
  admin: 'an administrator',
  developer: 'a developer',
  student: 'a student',
}

const roleOf = async (deps: RoleDeps, email: string): Promise<Role> =>
  (await listPeople(deps)).find((person) => person.email === email)?.role ?? 'student'
