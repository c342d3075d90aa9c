import { type Connection } from 'mongoose'
import { createPeopleLogRepository } from './accounts/people-log.repository'
import { createUsersRepository } from './accounts/users.repository'
import { createAlertMailRepository } from './alerts/alert-mail.repository'
import { createAlertsRepository } from './alerts/alerts.repository'
import { createSavedSearchesRepository } from './alerts/saved-searches.repository'
import { createContactLogRepository } from './contact/contact-log.repository'
import { createContactQuestionsRepository } from './contact/contact-questions.repository'
import { createPendingBuildingsRepository } from './contact/pending-buildings.repository'
import { createFrequentQuestionsRepository } from './frequent-questions/frequent-questions.repository'
import { createListsRepository } from './lists/lists.repository'
import { createAddressRolesRepository, createRoleChangesRepository } from './people/role-changes.repository'
import { createAccountDeletionsRepository } from './privacy/account-deletions.repository'
import { createMyPlacesRepository } from './places/my-places.repository'
import { createSavedItemsRepository } from './saved/saved-items.repository'
import { createSessionsRepository } from './sessions/sessions.repository'
import { createUsedCredentialsRepository } from './sign-in/used-credentials.repository'
import { createWaitingSignInsRepository } from './waiting-sign-ins/waiting-sign-ins.repository'

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
    myPlaces: createMyPlacesRepository(connection),
    lists: createListsRepository(connection),
    savedItems: createSavedItemsRepository(connection),
    savedSearches: createSavedSearchesRepository(connection),
    alerts: createAlertsRepository(connection),
    alertMail: createAlertMailRepository(connection),
    contactLog: createContactLogRepository(connection),
    contactQuestions: createContactQuestionsRepository(connection),
    pendingBuildings: createPendingBuildingsRepository(connection),
    accountDeletions: createAccountDeletionsRepository(connection),
    frequentQuestions: createFrequentQuestionsRepository(connection),
  }
}
