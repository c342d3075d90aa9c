import { type ContactDecision } from '@offquad/contracts'
import { drainOutbox } from '@offquad/service-kit'
import { type Repositories } from '../repositories'
import { type UnloggedDecision } from './submissions.repository'

export type LogDecisionsDeps = Pick<Repositories, 'contactQuestions' | 'pendingBuildings' | 'contactLog'>

/** Moves administrators' decisions from the documents to the log. */
export async function logDecisions({
  contactQuestions,
  pendingBuildings,
  contactLog,
}: LogDecisionsDeps): Promise<void> {
  const log = (kind: ContactDecision['kind']) => (contacts: { id: string; entries: UnloggedDecision[] }[]) =>
    contactLog.append(
      contacts.flatMap(({ id, entries }) =>
        entries.map(({ change, ...decision }) => ({ ...decision, _id: change, kind, contactId: id })),
      ),
    )
  await drainOutbox(contactQuestions.decisions, log('question'))
  await drainOutbox(pendingBuildings.decisions, log('building'))
}
