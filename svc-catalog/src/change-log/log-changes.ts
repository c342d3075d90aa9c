import { type CatalogChange } from '@offquad/contracts'
import { drainOutbox } from '@offquad/service-kit'
import { type LoggedEdit } from '../catalog/outboxes'
import { type Repositories } from '../repositories'

export type LogChangesDeps = Pick<Repositories, 'apartments' | 'landlords' | 'changeLog'>

/** Moves administrators' changes from the documents to the log. */
export async function logChanges({ apartments, landlords, changeLog }: LogChangesDeps): Promise<void> {
  const log =
    (kind: CatalogChange['kind']) => (subjects: { id: string; name: string; entries: LoggedEdit[] }[]) =>
      changeLog.append(
        subjects.flatMap(({ id, name, entries }) =>
          entries.map(({ change, ...entry }) => ({ ...entry, _id: change, kind, subjectId: id, name })),
        ),
      )
  await drainOutbox(apartments.outboxes.edits, log('apartment'))
  await drainOutbox(landlords.outboxes.edits, log('landlord'))
}
