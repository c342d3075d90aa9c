import { randomUUID } from 'node:crypto'
import { type CatalogChange } from '@offquad/contracts'
import { backlogIn, retryOnFailover } from '@offquad/service-kit'
import { type Model } from 'mongoose'
import { type PhotoUse } from './photo-use'

/** Made by hand; stored in the document it changed until it is in the log. */
export interface UnloggedChange {
  change: string
  adminId: string
  date: Date
  action: CatalogChange['action']
  fields: string[]
}

export interface WithUnloggedChanges {
  unloggedChanges?: UnloggedChange[]
}

/** An apartment or landlord with changes that are not in the log yet. */
export interface UnloggedSubject {
  id: string
  name: string
  unloggedChanges: UnloggedChange[]
}

const text = { type: String, required: true }

/** Absent in documents that no one changed by hand. */
export const unloggedChanges = {
  type: [
    {
      _id: false,
      change: text,
      adminId: text,
      date: { type: Date, required: true },
      action: text,
      fields: [String],
    },
  ],
  default: undefined,
}

const UNLOGGED = { 'unloggedChanges.change': { $gt: '' } }

/** What one administrator's edit adds to the document it changes. */
export const unloggedChange = (
  adminId: string,
  { isNew, content }: { isNew: boolean; content: object },
): UnloggedChange => ({
  change: randomUUID(),
  adminId,
  date: new Date(),
  action: isNew ? 'added' : 'changed',
  fields: Object.keys(content),
})

/** The part of an update that fills the outboxes of the document it changes. */
export function pushOutboxes({ photoUse, edit }: { photoUse?: PhotoUse; edit?: UnloggedChange }) {
  if (!photoUse && !edit) return {}
  return { $push: { ...(photoUse && { photoUse }), ...(edit && { unloggedChanges: edit }) } }
}

/** Reading and emptying the outboxes of one kind of documents. */
export const changeOutboxOf = <
  T extends WithUnloggedChanges & { _id: string; name: string; changedAt: Date },
>(
  model: Model<T>,
) => ({
  async listUnlogged(limit: number): Promise<UnloggedSubject[]> {
    const found = await model
      .find(UNLOGGED, { name: 1, unloggedChanges: 1 })
      .limit(limit)
      .lean<{ _id: string; name: string; unloggedChanges: UnloggedChange[] }[]>()
    return found.map(({ _id, ...subject }) => ({ id: _id, ...subject }))
  },

  unloggedBacklog: () => backlogIn(model, UNLOGGED, 'changedAt'),

  /** Takes out exactly what was listed; what was written since stays. */
  async clearUnlogged(logged: UnloggedSubject[]): Promise<void> {
    const changes = logged.flatMap((subject) => subject.unloggedChanges.map(({ change }) => change))
    await retryOnFailover(() =>
      model.updateMany(
        { _id: { $in: logged.map(({ id }) => id) } },
        { $pull: { unloggedChanges: { change: { $in: changes } } } },
      ),
    )
  },
})
