import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { type Role } from '@offquad/contracts'
import { ConflictError, InvalidInputError, type Revocations } from '@offquad/service-kit'
import { type Account } from '../accounts/account'
import { isUniversityEmail } from '../accounts/university-account'
import { type Repositories } from '../repositories'
import { type RoleChange } from './role-changes.repository'

export interface RoleDeps extends Pick<
  Repositories,
  'users' | 'sessions' | 'roleChanges' | 'addressRoles' | 'peopleLog'
> {
  /** Absent in commands, which have no connection to Redis: services read the list within two seconds. */
  revocations?: Pick<Revocations, 'publish'>
  /** Configured roles by e-mail address. */
  configuredRoles: ReadonlyMap<string, Role>
  university: { emailDomain: string }
  now: () => Date
}

/** Author of changes that follow from the settings or from a decision that is in the log already, instead of an administrator. */
const CONFIGURATION = 'configuration'

interface Decision {
  email: string
  /** `student` revokes any other role. */
  role: Role
  /** Set for engineers. */
  slices?: string[]
  /** Id of the administrator, or `command-line`. */
  by: string
}

type Rights = Pick<Account, 'role' | 'slices'>

const STUDENT: Rights = { role: 'student', slices: [] }

const differs = (a: Rights, b: Rights): boolean => a.role !== b.role || !isDeepStrictEqual(a.slices, b.slices)

/**
 * Grants or revokes a role by e-mail address. If its owner has not signed in yet, the role applies from the first sign-in.
 * Decisions override the configured roles. Repeating a decision changes nothing.
 * @throws InvalidInputError for an address that cannot sign in, and for slices of others than developers
 * @throws ConflictError when no administrator would be left
 */
export async function decideRole(
  deps: RoleDeps,
  { role, slices = [], by, ...decision }: Decision,
): Promise<void> {
  const email = decision.email.trim().toLowerCase()
  const { emailDomain } = deps.university
  if (!isUniversityEmail(email, emailDomain))
    throw new InvalidInputError(
      'invalid-input',
      `Only addresses that end with @${emailDomain} can sign in.`,
      [{ field: 'email', message: `must end with @${emailDomain}` }],
    )
  if (slices.length > 0 && role !== 'developer')
    throw new InvalidInputError('invalid-input', 'Only developers have slices.', [
      { field: 'slices', message: 'are those of a developer' },
    ])
  await change(deps, async () => {
    const account = await deps.users.findByEmail(email)
    const address = account ? undefined : await deps.addressRoles.find(email)
    const stored = account ?? address ?? STUDENT
    const before = stored.role
    const isOther = differs(stored, { role, slices })
    const isDecided = Boolean(account ? account.roleDecidedAt : address)
    if (!isOther && (isDecided || isUndecidedStudent(deps, email, role))) return undefined
    const isLast = before === 'admin' && (await isLastAdministrator(deps, account))
    if (isLast && role !== 'admin')
      throw new ConflictError(
        'last-administrator',
        'This is the last administrator who has signed in. Make another person an administrator first, and have them sign in.',
      )
    return {
      kind: 'decided',
      by,
      email,
      userId: account?.id ?? null,
      before,
      role,
      slices,
      endsSessions: isOther,
    }
  })
  // The owner may have signed in for the first time meanwhile.
  const account = await deps.users.findByEmail(email)
  if (account && (await deps.addressRoles.find(email))) await settleRole(deps, account)
}

/** A student without a configured role needs no decision to be a student. */
const isUndecidedStudent = ({ configuredRoles }: RoleDeps, email: string, role: Role): boolean =>
  role === 'student' && (configuredRoles.get(email) ?? 'student') === 'student'

const isLastAdministrator = async ({ users }: RoleDeps, account: Account | undefined): Promise<boolean> =>
  account?.role === 'admin' && (await users.countAdministrators()) <= 1

/**
 * Brings the role of an account up to date: the role decided for its address before the account existed, otherwise the
 * role decided for the account, otherwise the configured role.
 */
export async function settleRole(deps: RoleDeps, account: Account): Promise<Account> {
  await change(deps, async () => {
    const now = await deps.users.find(account.id)
    if (!now) return undefined
    const { id: userId, email, role: before } = now
    const address = await deps.addressRoles.find(email)
    if (address) {
      const { role, slices } = address
      const endsSessions = differs(now, address)
      return { kind: 'claimed', by: CONFIGURATION, email, userId, before, role, slices, endsSessions }
    }
    const role = deps.configuredRoles.get(email) ?? 'student'
    if (now.roleDecidedAt || role === before) return undefined
    return {
      kind: 'configured',
      by: CONFIGURATION,
      email,
      userId,
      before,
      role,
      slices: [],
      endsSessions: true,
    }
  })
  return (await deps.users.find(account.id)) ?? account
}

/** Calls `settleRole` for all accounts that it may change, as the configuration may have changed. */
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
 * Makes one change. Changes of all processes are serialized, so that conflicting changes are never both made.
 * @param decide returns the change, given the stored state; undefined: none. Called again when another change came first
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
 * Carries out the pending change, if there is one. Each step can be repeated, also by several processes at once and after
 * later changes.
 * @returns the revision that the next change is based on
 */
export async function finishRoleChange(deps: RoleDeps): Promise<number> {
  const { revision, pending } = await deps.roleChanges.state()
  if (!pending) return revision
  if (pending.userId === null) await storeForAddress(deps, pending)
  else await applyToAccount(deps, { ...pending, userId: pending.userId })
  if (pending.kind !== 'claimed') await deps.peopleLog.append([entryOf(pending)])
  await deps.roleChanges.finish(pending)
  return revision
}

async function applyToAccount(deps: RoleDeps, change: RoleChange & { userId: string }): Promise<void> {
  const { userId, email, role, slices, date, revision, kind, endsSessions } = change
  await deps.users.applyRole({
    ...change,
    decidedAt: kind === 'configured' ? null : date,
  })
  if (kind !== 'configured')
    await deps.addressRoles.put({ email, role, slices, decidedAt: date }, { revision, isOver: true })
  if (!endsSessions) return
  const account = await deps.users.find(userId)
  if (!account) return
  await deps.sessions.endBefore(userId, account.tokenVersion)
  await deps.revocations?.publish({ userId, minVersion: account.tokenVersion })
}

async function storeForAddress(
  deps: RoleDeps,
  { email, role, slices, date, revision }: RoleChange,
): Promise<void> {
  const isOver = isUndecidedStudent(deps, email, role)
  await deps.addressRoles.put({ email, role, slices, decidedAt: date }, { revision, isOver })
}

const entryOf = ({ id, date, by, userId, email, before, role, slices }: RoleChange) => ({
  _id: id,
  date,
  adminId: by,
  action: isRevoked(role, before) ? 'role-revoked' : 'role-granted',
  userId,
  email,
  role: isRevoked(role, before) ? before : slices.length > 0 ? `engineer of ${slices.join(', ')}` : role,
})

const isRevoked = (role: Role, before: Role): boolean => role === 'student' && before !== 'student'
