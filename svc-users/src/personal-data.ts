import { type Role } from '@offquad/contracts'
import { presentUser } from './accounts/account'
import { exportAlerts } from './alerts/export-alerts'
import { logDecisions } from './contact/log-decisions'
import { exportLists, leaveAllLists } from './lists/lists-of-account'
import { type DeletionDeps } from './privacy/finish-deletions'
import { type ExportDeps } from './privacy/export-account'
import { type Repositories } from './repositories'

/** Everything this service stores about a user, to export and to erase. New collections with personal data are added here. */
export function personalData(
  repositories: Repositories,
  configuredRoles: ReadonlyMap<string, Role>,
): Pick<ExportDeps, 'collect'> & Pick<DeletionDeps, 'erasers'> {
  const {
    users,
    sessions,
    savedItems,
    savedSearches,
    alerts,
    alertMail,
    lists,
    myPlaces,
    contactQuestions,
    pendingBuildings,
    contactLog,
    peopleLog,
    addressRoles,
    waitingSignIns,
  } = repositories
  return {
    collect: {
      async account(userId) {
        const found = await users.findWithDates(userId)
        return found && { ...found, user: presentUser(found.account) }
      },
      sessions: (userId) => sessions.listOf(userId),
      saved: (userId, kind) => savedItems.list({ userId, kind }),
      alerts: (userId) => exportAlerts(repositories, userId),
      places: (userId) => myPlaces.list(userId),
      lists: (userId) => exportLists(lists, userId),
      contactQuestions: (userId) => contactQuestions.listOf(userId),
      pendingBuildings: (userId) => pendingBuildings.listOf(userId),
    },
    erasers: [
      async (userId) => {
        await logDecisions(repositories)
        await contactLog.anonymize(userId)
      },
      async (userId) => {
        const account = await users.find(userId)
        await peopleLog.anonymize({ userId, email: account?.email })
        // Otherwise a new account with this address, which is still configured, would get the role back.
        if (account?.roleDecidedAt && account.role === 'student' && configuredRoles.has(account.email))
          await addressRoles.keepRevoked(account.email, account.roleDecidedAt)
        // Last: repeating the erasure needs the account.
        await users.remove(userId)
      },
      (userId) => waitingSignIns.removeAllOf(userId),
      (userId) => sessions.endAllOf(userId),
      (userId) => savedItems.removeAllOf(userId),
      (userId) => savedSearches.removeAllOf(userId),
      (userId) => alerts.removeAllOf(userId),
      (userId) => alertMail.removeAllOf(userId),
      (userId) => leaveAllLists(lists, userId),
      (userId) => myPlaces.removeAllOf(userId),
      (userId) => contactQuestions.removeAllOf(userId),
      (userId) => pendingBuildings.removeAllOf(userId),
    ],
  }
}
