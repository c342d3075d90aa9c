import { type Role } from '@offquad/contracts'
import { type Events } from '@offquad/service-kit'
import { presentUser } from './accounts/account'
import { exportAlerts } from './alerts/export-alerts'
import { logDecisions } from './contact/log-decisions'
import { exportLists, leaveAllLists } from './lists/lists-of-account'
import { type DeletionDeps } from './privacy/finish-deletions'
import { type AccountData } from './privacy/privacy.routes'
import { type Repositories } from './repositories'

// Everything this service stores about a user, to export and to erase. New collections with personal data are added to both.

/** Returns undefined when the account was deleted. */
export async function collectAccount(
  repositories: Repositories,
  userId: string,
): Promise<AccountData | undefined> {
  const { users, sessions, savedItems, myPlaces, lists, contactQuestions, pendingBuildings } = repositories
  const account = await users.find(userId)
  if (!account) return undefined
  return {
    user: presentUser(account),
    createdAt: account.createdAt.toISOString(),
    signedInAt: account.signedInAt.toISOString(),
    sessions: (await sessions.listOf(userId)).map(({ startedAt, refreshedAt, expiresAt }) => ({
      startedAt: startedAt.toISOString(),
      refreshedAt: refreshedAt.toISOString(),
      expiresAt: expiresAt.toISOString(),
    })),
    savedApartments: (await savedItems.list({ userId, kind: 'apartment' })).map(presentSaved),
    savedLandlords: (await savedItems.list({ userId, kind: 'landlord' })).map(presentSaved),
    ...(await exportAlerts(repositories, userId)),
    places: await myPlaces.list(userId),
    lists: await exportLists(lists, userId),
    contactQuestions: await contactQuestions.listOf(userId),
    pendingBuildings: await pendingBuildings.listOf(userId),
  }
}

const presentSaved = ({ id, savedAt }: { id: string; savedAt: Date }) => ({
  id,
  savedAt: savedAt.toISOString(),
})

export function erasersOf(
  repositories: Repositories,
  configuredRoles: ReadonlyMap<string, Role>,
  events: Pick<Events, 'publish'>,
): DeletionDeps['erasers'] {
  const { users, peopleLog, addressRoles, contactLog, lists } = repositories
  return [
    async (userId) => {
      await logDecisions(repositories)
      await contactLog.anonymize(userId)
    },
    async (userId) => {
      const account = await users.find(userId)
      await peopleLog.anonymize({ userId, email: account?.email })
      const configured = account && configuredRoles.get(account.email)
      // Otherwise a new account with this address would get back a configured role that was taken from this one.
      if (configured && account.roleDecidedAt && account.role !== 'admin' && account.role !== configured)
        await addressRoles.keepRevoked(account.email, account.roleDecidedAt)
      // Last: repeating the erasure needs the account.
      await users.remove(userId)
    },
    repositories.waitingSignIns.removeAllOf,
    repositories.sessions.endAllOf,
    repositories.savedItems.removeAllOf,
    repositories.savedSearches.removeAllOf,
    repositories.alerts.removeAllOf,
    repositories.alertMail.removeAllOf,
    (userId) => leaveAllLists({ lists, events }, userId),
    repositories.myPlaces.removeAllOf,
    repositories.contactQuestions.removeAllOf,
    repositories.contactQuestions.removeQuotesOf,
    repositories.pendingBuildings.removeAllOf,
  ]
}
