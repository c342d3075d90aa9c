import { randomUUID } from 'node:crypto'
import { type CatalogChange, photoIdOf } from '@offquad/contracts'
import { openMarkOutbox, openOutbox, required } from '@offquad/service-kit'
import { type Model } from 'mongoose'

/** Uploaded photos that an apartment or landlord starts or stops showing. */
export interface PhotoUsage {
  /** Id of the write that changed it. */
  change: string
  /** Absent: an older version wrote it. */
  changedAt?: Date
  attach: string[]
  detach: string[]
}

/** An administrator's edit. */
export interface LoggedEdit {
  change: string
  adminId: string
  date: Date
  action: CatalogChange['action']
  fields: string[]
}

/** The outboxes of apartments and landlords. */
export interface WithOutboxes {
  changedAt: Date
  /** For svc-reviews, which stores photos. */
  photoUse: PhotoUsage[]
  /** Id of the last write that svc-reviews has to receive: creation, or a change of name or landlord. */
  unpublishedChange?: string
  /** For the change log; absent if no administrator has edited it. */
  unloggedChanges?: LoggedEdit[]
}

/** The schema fields of `WithOutboxes`; each also needs a sparse index. */
export const outboxFields = {
  photoUse: [{ _id: false, change: required.text, changedAt: Date, attach: [String], detach: [String] }],
  unpublishedChange: String,
  unloggedChanges: {
    type: [
      {
        _id: false,
        change: required.text,
        adminId: required.text,
        date: required.date,
        action: required.text,
        fields: [String],
      },
    ],
    default: undefined,
  },
}

export const outboxesOf = <T extends WithOutboxes & { _id: string; name: string }>(model: Model<T>) => ({
  photoUsage: openOutbox<T, 'photoUse'>(model, { field: 'photoUse', date: 'changedAt' }),
  subjects: openMarkOutbox<T, 'unpublishedChange'>(model, {
    field: 'unpublishedChange',
    mark: 'change',
    date: 'changedAt',
  }),
  edits: openOutbox<T, 'unloggedChanges', 'name'>(model, {
    field: 'unloggedChanges',
    date: 'changedAt',
    also: ['name'],
  }),
})

/** The changed use of uploaded photos, from the URLs before and after; undefined if none changed. */
export function photoUsageOf(before: string[], after: string[]): PhotoUsage | undefined {
  const [idsBefore, idsAfter] = [before, after].map((urls) => urls.flatMap((url) => photoIdOf(url) ?? []))
  const attach = without(idsAfter, idsBefore)
  const detach = without(idsBefore, idsAfter)
  return attach.length + detach.length > 0
    ? { change: randomUUID(), changedAt: new Date(), attach, detach }
    : undefined
}

const without = (ids: string[] = [], excluded: string[] = []): string[] =>
  [...new Set(ids)].filter((id) => !excluded.includes(id))

export const loggedEdit = (
  { adminId, date }: { adminId: string; date: Date },
  { isNew, content }: { isNew: boolean; content: object },
): LoggedEdit => ({
  change: randomUUID(),
  adminId,
  date,
  action: isNew ? 'added' : 'changed',
  fields: Object.keys(content),
})

/** Marks a write that svc-reviews has to receive. */
export const unpublishedChange = (): { unpublishedChange: string } => ({ unpublishedChange: randomUUID() })

interface OutboxEntries {
  photoUse?: PhotoUsage
  edit?: LoggedEdit
}

/** The outboxes of a new document. */
export const firstOutboxEntries = ({ photoUse, edit }: OutboxEntries) => ({
  ...(photoUse && { photoUse: [photoUse] }),
  ...(edit && { unloggedChanges: [edit] }),
})

/** The part of an update that fills the outboxes of the document it changes. */
export function pushOutboxes({ photoUse, edit }: OutboxEntries) {
  if (!photoUse && !edit) return {}
  return { $push: { ...(photoUse && { photoUse }), ...(edit && { unloggedChanges: edit }) } }
}
