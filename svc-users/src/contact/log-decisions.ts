import { type ContactDecision } from '@offquad/contracts'
import { type LogOutbox, moveToLog } from '@offquad/service-kit'
import { type ContactLogRepository } from './contact-log.repository'
import { type UnloggedContact } from './unlogged-decisions.repository'

export interface LogDecisionsDeps {
  contactQuestions: LogOutbox<UnloggedContact>
  pendingBuildings: LogOutbox<UnloggedContact>
  contactLog: Pick<ContactLogRepository, 'append'>
}

/** Moves what administrators decided from the documents into the log. */
export async function logDecisions({
  contactQuestions,
  pendingBuildings,
  contactLog,
}: LogDecisionsDeps): Promise<void> {
  await moveToLog(contactQuestions, contactLog, (contact) => entriesOf('question', contact))
  await moveToLog(pendingBuildings, contactLog, (contact) => entriesOf('building', contact))
}

const entriesOf = (kind: ContactDecision['kind'], { id, unloggedDecisions }: UnloggedContact) =>
  unloggedDecisions.map(({ change, ...decision }) => ({ ...decision, _id: change, kind, contactId: id }))
