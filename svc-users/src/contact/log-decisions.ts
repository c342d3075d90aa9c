import { type ContactDecision } from '@offquad/contracts'
import { moveToLog } from '@offquad/service-kit'
import { type Repositories } from '../repositories'

export type LogDecisionsDeps = Pick<Repositories, 'contactQuestions' | 'pendingBuildings' | 'contactLog'>

/** Moves administrators' decisions from the documents to the log. */
export async function logDecisions({
  contactQuestions,
  pendingBuildings,
  contactLog,
}: LogDecisionsDeps): Promise<void> {
  const fieldsOf =
    (kind: ContactDecision['kind']) =>
    ({ id }: { id: string }) => ({ kind, contactId: id })
  await moveToLog(contactQuestions.decisions, contactLog, fieldsOf('question'))
  await moveToLog(pendingBuildings.decisions, contactLog, fieldsOf('building'))
}
