import { type ContactDecision } from '@offquad/contracts'
import { drainOutbox, type Outbox } from '@offquad/service-kit'
import { type ContactLogRepository } from './contact-log.repository'
import { type UnloggedDecision } from './submissions.repository'

interface DecidedContact {
  id: string
  entries: UnloggedDecision[]
}

interface Decided {
  decisions: Pick<Outbox<DecidedContact>, 'listPending' | 'clear'>
}

export interface LogDecisionsDeps {
  contactQuestions: Decided
  pendingBuildings: Decided
  contactLog: Pick<ContactLogRepository, 'append'>
}

/** Moves administrators' decisions from the documents to the log. */
export async function logDecisions({
  contactQuestions,
  pendingBuildings,
  contactLog,
}: LogDecisionsDeps): Promise<void> {
  const log = (kind: ContactDecision['kind']) => (contacts: DecidedContact[]) =>
    contactLog.append(
      contacts.flatMap(({ id, entries }) =>
        entries.map(({ change, ...decision }) => ({ ...decision, _id: change, kind, contactId: id })),
      ),
    )
  await drainOutbox(contactQuestions.decisions, log('question'))
  await drainOutbox(pendingBuildings.decisions, log('building'))
}
