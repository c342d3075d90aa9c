import { type CatalogChange } from '@offquad/contracts'
import { type LogOutbox, moveToLog } from '@offquad/service-kit'
import { type ChangeLogRepository } from './change-log.repository'
import { type UnloggedSubject } from '../unlogged-changes'

export interface LogChangesDeps {
  apartments: LogOutbox<UnloggedSubject>
  landlords: LogOutbox<UnloggedSubject>
  changeLog: Pick<ChangeLogRepository, 'append'>
}

/** Moves what administrators changed from the documents into the log. */
export async function logChanges({ apartments, landlords, changeLog }: LogChangesDeps): Promise<void> {
  await moveToLog(apartments, changeLog, (subject) => entriesOf('apartment', subject))
  await moveToLog(landlords, changeLog, (subject) => entriesOf('landlord', subject))
}

const entriesOf = (kind: CatalogChange['kind'], { id, name, unloggedChanges }: UnloggedSubject) =>
  unloggedChanges.map(({ change, ...entry }) => ({ ...entry, _id: change, kind, subjectId: id, name }))
