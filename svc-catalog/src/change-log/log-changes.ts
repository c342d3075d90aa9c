import { type CatalogChange } from '@offquad/contracts'
import { drainOutbox, type Outbox } from '@offquad/service-kit'
import { type LoggedEdit } from '../catalog/outboxes'
import { type ChangeLogRepository } from './change-log.repository'

interface EditedSubject {
  id: string
  name: string
  entries: LoggedEdit[]
}

interface Edited {
  outboxes: { edits: Pick<Outbox<EditedSubject>, 'listPending' | 'clear'> }
}

export interface LogChangesDeps {
  apartments: Edited
  landlords: Edited
  changeLog: Pick<ChangeLogRepository, 'append'>
}

/** Moves administrators' changes from the documents to the log. */
export async function logChanges({ apartments, landlords, changeLog }: LogChangesDeps): Promise<void> {
  const log = (kind: CatalogChange['kind']) => (subjects: EditedSubject[]) =>
    changeLog.append(
      subjects.flatMap(({ id, name, entries }) =>
        entries.map(({ change, ...entry }) => ({ ...entry, _id: change, kind, subjectId: id, name })),
      ),
    )
  await drainOutbox(apartments.outboxes.edits, log('apartment'))
  await drainOutbox(landlords.outboxes.edits, log('landlord'))
}
