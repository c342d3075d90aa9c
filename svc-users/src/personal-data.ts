import { presentUser } from './accounts/account.presenter'
import { logDecisions } from './contact/log-decisions'
import { type DeletionDeps } from './privacy/finish-deletions.job'
import { type ExportDeps } from './privacy/export-account'
import { type Repositories } from './repositories'

/** Everything this service holds of a user, to hand out and to erase: whoever adds a collection adds it here. */
export function personalData(
  repositories: Repositories,
): Pick<ExportDeps, 'collect'> & Pick<DeletionDeps, 'erasers'> {
  const { users, sessions, savedItems, contactQuestions, pendingBuildings, contactLog } = repositories
  return {
    collect: {
      async account(userId) {
        const found = await users.findWithDates(userId)
        return found && { ...found, user: presentUser(found.account) }
      },
      sessions: (userId) => sessions.listOf(userId),
      saved: (userId, kind) => savedItems.list({ userId, kind }),
      contactQuestions: (userId) => contactQuestions.listOf(userId),
      pendingBuildings: (userId) => pendingBuildings.listOf(userId),
    },
    erasers: [
      async (userId) => {
        await logDecisions(repositories)
        await contactLog.anonymize(userId)
      },
      (userId) => users.remove(userId),
      (userId) => sessions.endAllOf(userId),
      (userId) => savedItems.removeAllOf(userId),
      (userId) => contactQuestions.removeAllOf(userId),
      (userId) => pendingBuildings.removeAllOf(userId),
    ],
  }
}
