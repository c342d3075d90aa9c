import { type ContactDecision } from '@offquad/contracts'
import { type ContactLogRepository } from './contact-log.repository'
import { type UnloggedContact } from './unlogged-decisions.repository'

interface Outbox {
  listUnlogged(limit: number): Promise<UnloggedContact[]>
  clearUnlogged(logged: UnloggedContact[]): Promise<void>
}

export interface LogDecisionsDeps {
  contactQuestions: Outbox
  pendingBuildings: Outbox
  contactLog: Pick<ContactLogRepository, 'append'>
}

const CONTACTS_AT_ONCE = 200

/**
 * Moves what administrators decided from the documents into the log. A decision is removed only once it is there, so a
 * crash repeats work and loses none; two runs at once do no harm.
 */
export async function logDecisions(deps: LogDecisionsDeps): Promise<void> {
  await logDecisionsOn('question', deps.contactQuestions, deps.contactLog)
  await logDecisionsOn('building', deps.pendingBuildings, deps.contactLog)
}

async function logDecisionsOn(
  kind: ContactDecision['kind'],
  outbox: Outbox,
  contactLog: LogDecisionsDeps['contactLog'],
): Promise<void> {
  const unlogged = await outbox.listUnlogged(CONTACTS_AT_ONCE)
  if (unlogged.length === 0) return
  await contactLog.append(
    unlogged.flatMap(({ id, unloggedDecisions }) =>
      unloggedDecisions.map(({ change, ...decision }) => ({ ...decision, _id: change, kind, contactId: id })),
    ),
  )
  await outbox.clearUnlogged(unlogged)
}
