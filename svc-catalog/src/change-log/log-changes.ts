import { type CatalogChange } from '@offquad/contracts'
import { moveToLog } from '@offquad/service-kit'
import { type Repositories } from '../repositories'

export type LogChangesDeps = Pick<Repositories, 'apartments' | 'landlords' | 'changeLog'>

/** Moves administrators' changes from the documents to the log. */
export async function logChanges({ apartments, landlords, changeLog }: LogChangesDeps): Promise<void> {
  const fieldsOf =
    (kind: CatalogChange['kind']) =>
    ({ id, name }: { id: string; name: string }) => ({ kind, subjectId: id, name })
  await moveToLog(apartments.outboxes.edits, changeLog, fieldsOf('apartment'))
  await moveToLog(landlords.outboxes.edits, changeLog, fieldsOf('landlord'))
}
