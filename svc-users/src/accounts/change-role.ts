import { randomUUID } from 'node:crypto'
import { type Role } from '@offquad/contracts'
import { ConflictError, InvalidInputError, type Revocations } from '@offquad/service-kit'
import { type Account } from './account'
import { isUniversityEmail } from './account.policy'
import { type PeopleLogRepository } from './people-log.repository'
import {
  type AddressRolesRepository,
  type RoleChange,
  type RoleChangesRepository,
} from './role-changes.repository'
import { type SessionsRepository } from './sessions.repository'
import { type UsersRepository } from './users.repository'

export interface RoleDeps {
  users: UsersRepository
  sessions: Pick<SessionsRepository, 'endBefore'>
  roleChanges: RoleChangesRepository
  addressRoles: AddressRolesRepository
  peopleLog: Pick<PeopleLogRepository, 'append'>
  /** Absent for a command, which has no connection to Redis: services read the list within two seconds. */
  revocations?: Pick<Revocations, 'publish'>
  /** Roles that the settings of the site give to the owners of these addresses. */
  configuredRoles: ReadonlyMap<string, Role>
  university: { emailDomain: string }
  now: () => Date
}

/** Who made a change that follows from the settings, instead of the id of an administrator. */
const CONFIGURATION = 'configuration'

interface Decision {
  email: string
  /** `student` revokes whatever role there is. */
  role: Role
  /** Id of the administrator, or `command-line`. */
  by: string
}

/**
 * Grants or revokes a role by address. An address that has not signed in yet has its role from its first sign-in on.
 * What is decided here outvotes the settings of the site. Deciding the same again changes nothing.
 * @throws InvalidInputError for an address that cannot sign in
 * @throws ConflictError when there would be no administrator left
 */
export async function decideRole(deps: RoleDeps, { role, by, ...decision }: Decision): Promise<void> {
  const email = decision.email.trim().toLowerCase()
  const { emailDomain } = deps.university
  if (!isUniversityEmail(email, emailDomain))
    throw new InvalidInputError(
      'invalid-input',
      `Only addresses that end with @${emailDomain} can sign in.`,
      [{ field: 'email', message: `must end with @${emailDomain}` }],
    )
  await change(deps, async () => {
    const account = await deps.users.findByEmail(email)
    const address = account ? undefined : await deps.addressRoles.find(email)
    const before = account?.role ?? address?.role ?? 'student'
    const isDecided = Boolean(account ? account.roleDecidedAt : address)
    // A student whom no setting makes anything else needs no decision to stay one.
    const isNeeded = before !== role || (role !== 'student' && !isDecided) || outvotes(deps, email, role)
    if (!isNeeded || (before === role && isDecided)) return undefined
    const isLast = before === 'admin' && (await isLastAdministrator(deps, account))
    if (isLast && role !== 'admin')
      throw new ConflictError(
        'last-administrator',
        'This is the last administrator. Make another person an administrator first.',
      )
    return { kind: 'decided', by, email, userId: account?.id ?? null, before, role }
  })
  // Its owner may have signed in for the first time while it was decided.
  const account = await deps.users.findByEmail(email)
  if (account && (await deps.addressRoles.find(email))) await settleRole(deps, account)
}

const outvotes = ({ configuredRoles }: RoleDeps, email: string, role: Role): boolean =>
  (configuredRoles.get(email) ?? 'student') !== role

const isLastAdministrator = async ({ users }: RoleDeps, account: Account | undefined): Promise<boolean> =>
  account?.role === 'admin' && (await users.countAdministrators()) <= 1

/**
 * The account with the role it has now: the one decided for its address before there was an account, else the decided
 * one it has, else what the settings say today.
 */
export async function settleRole(deps: RoleDeps, account: Account): Promise<Account> {
  await change(deps, async () => {
    const now = await deps.users.find(account.id)
    if (!now) return undefined
    const { id: userId, email, role: before } = now
    const address = await deps.addressRoles.find(email)
    if (address) return { kind: 'claimed', by: address.by, email, userId, before, role: address.role }
    const role = deps.configuredRoles.get(email) ?? 'student'
    if (now.roleDecidedAt || role === before) return undefined
    return { kind: 'configured', by: CONFIGURATION, email, userId, before, role }
  })
  return (await deps.users.find(account.id)) ?? account
}

/** Gives all accounts the roles of `settleRole`, after the settings may have changed. */
export async function settleRoles(deps: RoleDeps): Promise<void> {
  await finishRoleChange(deps)
  const waiting = await deps.addressRoles.list()
  const claimed = new Set(waiting.map(({ email }) => email))
  for (const account of await deps.users.listPeople([...deps.configuredRoles.keys(), ...claimed])) {
    const configured = deps.configuredRoles.get(account.email) ?? 'student'
    const isConfigured = account.roleDecidedAt !== null || account.role === configured
    if (claimed.has(account.email) || !isConfigured) await settleRole(deps, account)
  }
}

/**
 * Makes a change that is decided from what is there now: changes of all processes are made one after the other, so that
 * two that exclude each other are never both made.
 * @param decide what to change, undefined: nothing; called again when another change came first
 */
async function change(
  deps: RoleDeps,
  decide: () => Promise<Omit<RoleChange, 'id' | 'revision' | 'date'> | undefined>,
): Promise<void> {
  for (;;) {
    const revision = await finishRoleChange(deps)
    const decided = await decide()
    if (!decided) return
    const next = { ...decided, id: randomUUID(), revision: revision + 1, date: deps.now() }
    if (await deps.roleChanges.begin(next)) return void (await finishRoleChange(deps))
  }
}

/**
 * Carries out the change that was decided last, if its process has not done so. Each step can be repeated, also by
 * several processes at once and after later changes.
 * @returns the revision from which the next change is decided
 */
export async function finishRoleChange(deps: RoleDeps): Promise<number> {
  const { revision, pending } = await deps.roleChanges.state()
  if (!pending) return revision
  if (pending.userId === null) await keepForAddress(deps, pending)
  else await giveToAccount(deps, { ...pending, userId: pending.userId })
  if (pending.kind !== 'claimed') await deps.peopleLog.append([entryOf(pending)])
  await deps.roleChanges.finish(pending)
  return revision
}

async function giveToAccount(deps: RoleDeps, change: RoleChange & { userId: string }): Promise<void> {
  const { userId, email, role, by, date, revision, kind, before } = change
  await deps.users.applyRole({
    ...change,
    decidedAt: kind === 'configured' ? null : date,
  })
  if (kind !== 'configured')
    await deps.addressRoles.put({ email, role, decidedAt: date, by }, { revision, isOver: true })
  if (role === before) return
  const account = await deps.users.find(userId)
  if (!account) return
  await deps.sessions.endBefore(userId, account.tokenVersion)
  await deps.revocations?.publish({ userId, minVersion: account.tokenVersion })
}

async function keepForAddress(
  deps: RoleDeps,
  { email, role, date, by, revision }: RoleChange,
): Promise<void> {
  const isOver = role === 'student' && !outvotes(deps, email, role)
  await deps.addressRoles.put({ email, role, decidedAt: date, by }, { revision, isOver })
}

const entryOf = ({ id, date, by, userId, email, before, role }: RoleChange) => ({
  _id: id,
  date,
  adminId: by,
  action: isLower(role, before) ? 'role-revoked' : 'role-granted',
  userId,
  email,
  role: isLower(role, before) ? before : role,
})

const RANK: Record<Role, number> = { student: 0, developer: 1, admin: 2 }
const isLower = (role: Role, before: Role): boolean => role === 'student' && RANK[role] < RANK[before]
