import { type Connection } from 'mongoose'
import { createPeopleLogRepository } from './accounts/people-log.repository'
import { createAddressRolesRepository, createRoleChangesRepository } from './accounts/role-changes.repository'
import { createSessionsRepository } from './accounts/sessions.repository'
import { createUsedCredentialsRepository } from './accounts/used-credentials.repository'
import { createUsersRepository } from './accounts/users.repository'
import { createWaitingSignInsRepository } from './accounts/waiting-sign-ins.repository'
import { createContactLogRepository } from './contact/contact-log.repository'
import { createContactQuestionsRepository } from './contact/contact-questions.repository'
import { createPendingBuildingsRepository } from './contact/pending-buildings.repository'
import { createFrequentQuestionsRepository } from './frequent-questions/frequent-questions.repository'
import { createAccountDeletionsRepository } from './privacy/account-deletions.repository'
import { createSavedItemsRepository } from './saved/saved-items.repository'

export type Repositories = ReturnType<typeof openRepositories>

export function openRepositories(connection: Connection) {
  return {
    users: createUsersRepository(connection),
    sessions: createSessionsRepository(connection),
    roleChanges: createRoleChangesRepository(connection),
    addressRoles: createAddressRolesRepository(connection),
    peopleLog: createPeopleLogRepository(connection),
    waitingSignIns: createWaitingSignInsRepository(connection),
    usedCredentials: createUsedCredentialsRepository(connection),
    savedItems: createSavedItemsRepository(connection),
    contactLog: createContactLogRepository(connection),
    contactQuestions: createContactQuestionsRepository(connection),
    pendingBuildings: createPendingBuildingsRepository(connection),
    accountDeletions: createAccountDeletionsRepository(connection),
    frequentQuestions: createFrequentQuestionsRepository(connection),
  }
}
