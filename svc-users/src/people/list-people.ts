import { type Person, type Role } from '@offquad/contracts'
import { type Repositories } from '../repositories'

export interface PeopleDeps extends Pick<Repositories, 'users' | 'sessions' | 'addressRoles'> {
  configuredRoles: ReadonlyMap<string, Role>
}

/**
 * All people who have a role above student, or would have one if it had not been revoked, sorted by address. They are few,
 * however large the university is.
 */
export async function listPeople(deps: PeopleDeps): Promise<Person[]> {
  const [accounts, addresses] = await Promise.all([
    deps.users.listPeople([...deps.configuredRoles.keys()]),
    deps.addressRoles.list(),
  ])
  const seen = await deps.sessions.lastSeen(accounts.map(({ id }) => id))
  const numAdministrators = accounts.filter(({ role }) => role === 'admin').length
  const withAccount = accounts.map(({ id, email, displayName, role, slices, roleDecidedAt, signedInAt }) => ({
    userId: id,
    email,
    displayName,
    role,
    ...(slices.length > 0 && { slices }),
    lastSeenAt: latest(signedInAt, seen.get(id)).toISOString(),
    decidedAt: roleDecidedAt?.toISOString(),
    isLastAdministrator: role === 'admin' && numAdministrators === 1,
  }))
  const waiting = addresses.map(({ email, role, slices, decidedAt }) => ({
    email,
    role,
    ...(slices.length > 0 && { slices }),
    decidedAt: decidedAt.toISOString(),
  }))
  const named = [...deps.configuredRoles].map(([email, role]) => ({ email, role }))
  // An account comes before a decision on its address, and that before the configuration.
  const byAddress = new Map([...named, ...waiting, ...withAccount].map((person) => [person.email, person]))
  return [...byAddress.values()]
    .map((person) => ({
      isLastAdministrator: false,
      ...person,
      configuredRole: deps.configuredRoles.get(person.email),
    }))
    .filter(({ role, configuredRole }) => role !== 'student' || configuredRole !== undefined)
    .toSorted((a, b) => (a.email < b.email ? -1 : 1))
}

const latest = (a: Date, b: Date | undefined): Date => (b && b > a ? b : a)
