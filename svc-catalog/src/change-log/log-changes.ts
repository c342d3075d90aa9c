import { type CatalogChange } from '@offquad/contracts'
import { moveToLog } from '@offquad/service-kit'
import { type Repositories } from '../repositories'

export type LogChangesDeps = Pick<
  Repositories,
  'apartments' | 'landlords' | 'changeLog' | 'guides' | 'guideLog'
>

/** Moves administrators' changes from the documents to the logs. */
export async function logChanges(deps: LogChangesDeps): Promise<void> {
  const { apartments, landlords, changeLog, guides, guideLog } = deps
  const fieldsOf =
    (kind: CatalogChange['kind']) =>
    ({ id, name }: { id: string; name: string }) => ({ kind, subjectId: id, name })
  await moveToLog(apartments.outboxes.edits, changeLog, fieldsOf('apartment'))
  await moveToLog(landlords.outboxes.edits, changeLog, fieldsOf('landlord'))
  await moveToLog(guides.edits, guideLog, ({ id, title }) => ({ guideId: id, title }))
}
