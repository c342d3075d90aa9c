import { type CatalogChange } from '@offquad/contracts'
import { type ChangeLogRepository } from './change-log.repository'
import { type UnloggedSubject } from '../unlogged-changes'

interface Outbox {
  listUnlogged(limit: number): Promise<UnloggedSubject[]>
  clearUnlogged(logged: UnloggedSubject[]): Promise<void>
}

export interface LogChangesDeps {
  apartments: Outbox
  landlords: Outbox
  changeLog: Pick<ChangeLogRepository, 'append'>
}

const SUBJECTS_AT_ONCE = 200

/**
 * Moves what administrators changed from the documents into the log. A change is removed only once it is there, so a crash
 * repeats work and loses none; two runs at once do no harm.
 */
export async function logChanges(deps: LogChangesDeps): Promise<void> {
  await logChangesOf('apartment', deps.apartments, deps.changeLog)
  await logChangesOf('landlord', deps.landlords, deps.changeLog)
}

async function logChangesOf(
  kind: CatalogChange['kind'],
  outbox: Outbox,
  changeLog: LogChangesDeps['changeLog'],
): Promise<void> {
  const unlogged = await outbox.listUnlogged(SUBJECTS_AT_ONCE)
  if (unlogged.length === 0) return
  await changeLog.append(
    unlogged.flatMap(({ id, name, unloggedChanges }) =>
      unloggedChanges.map(({ change, ...entry }) => ({ ...entry, _id: change, kind, subjectId: id, name })),
    ),
  )
  await outbox.clearUnlogged(unlogged)
}
