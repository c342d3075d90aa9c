import { type Connection, type Model, type QueryFilter, type UpdateQuery } from 'mongoose'
import { documentSchema, required } from './document-schema'
import { retryOnFailover } from './failover'
import { type Backlog, backlogIn } from './metrics/outbox'

/**
 * Messages that writes cause. The update that changes a document also stores the messages in it, so neither happens without
 * the other. A worker delivers them afterwards, on request and in a sweep, and removes exactly the delivered ones. A crash
 * at any step repeats work but loses none, so delivery must be idempotent: messages carry the id of the change, or a version
 * (`openVersionCounter`).
 */
export interface Outbox<Pending> {
  listPending(limit: number): Promise<Pending[]>
  /** Removes delivered entries; entries of later writes stay. */
  clear(delivered: Pending[]): Promise<void>
  backlog(): Promise<Backlog>
}

interface OutboxOptions<T, Field, Also> {
  field: Field
  /** Field with the date of the document's last change; absent if each entry has a `date`. */
  date?: keyof T & string
  /** Further fields of the document that are delivered with the entries. */
  also?: readonly Also[]
}

/** A document with entries in its outbox. */
export type PendingEntries<T, Field extends keyof T, Also extends keyof T> = {
  id: string
  entries: NonNullable<T[Field]>
} & Pick<T, Also>

/**
 * An outbox in an array of a collection's documents. Each entry has the id of its write as `change`. Needs a sparse index on
 * `<field>.change`.
 */
export function openOutbox<
  T extends { _id: string },
  Field extends keyof T & string,
  Also extends keyof T & string = never,
>(
  model: Model<T>,
  { field, date, also = [] }: OutboxOptions<T, Field, Also>,
): Outbox<PendingEntries<T, Field, Also>> {
  type Entry = { change: string; date?: Date }
  const pending = { [`${field}.change`]: { $gt: '' } } as QueryFilter<T>
  const entriesOf = (holder: object): Entry[] => (holder as { entries: Entry[] }).entries

  const listPending = (limit: number): Promise<PendingEntries<T, Field, Also>[]> =>
    listDocuments(model, pending, { field, also, as: 'entries', limit })

  return {
    listPending,

    async clear(delivered) {
      const changes = delivered.flatMap((document) => entriesOf(document).map(({ change }) => change))
      await retryOnFailover(() =>
        model.updateMany(
          { _id: { $in: delivered.map(({ id }) => id) } } as QueryFilter<T>,
          { $pull: { [field]: { change: { $in: changes } } } } as UpdateQuery<T>,
        ),
      )
    },

    async backlog() {
      if (date !== undefined) return backlogIn(model, pending, date)
      const [entries, some] = await Promise.all([
        model.countDocuments(pending),
        listPending(MEASURED_DOCUMENTS),
      ])
      const times = some.flatMap((document) =>
        entriesOf(document).flatMap((entry) => entry.date?.getTime() ?? []),
      )
      return { entries, oldest: times.length > 0 ? new Date(Math.min(...times)) : undefined }
    },
  }
}

const MEASURED_DOCUMENTS = 100

/** A document with a mark: the id of the last write that has to be delivered, or true. */
export type MarkedDocument<T, Field extends keyof T, Also extends keyof T> = {
  id: string
  mark: NonNullable<T[Field]>
} & Pick<T, Also>

interface MarkOptions<T, Field, Also> extends OutboxOptions<T, Field, Also> {
  date: keyof T & string
  /** Value of the field in a pending document: the id of a write, or true. */
  mark: 'change' | true
}

/** An outbox whose messages describe the current state of a document, so that a mark is enough. Its field needs an index. */
export function openMarkOutbox<
  T extends { _id: string },
  Field extends keyof T & string,
  Also extends keyof T & string = never,
>(
  model: Model<T>,
  { field, date, mark, also = [] }: MarkOptions<T, Field, Also>,
): Outbox<MarkedDocument<T, Field, Also>> {
  const pending = { [field]: mark === 'change' ? { $gt: '' } : true } as QueryFilter<T>
  const cleared = mark === 'change' ? { $unset: { [field]: 1 } } : { $set: { [field]: false } }

  return {
    listPending: (limit) => listDocuments(model, pending, { field, also, as: 'mark', limit }),

    async clear(delivered) {
      const filter = {
        _id: { $in: delivered.map(({ id }) => id) },
        // A document that was written since has a different mark.
        [field]: { $in: [...new Set(delivered.map((document) => document.mark))] },
      }
      await retryOnFailover(() => model.updateMany(filter as QueryFilter<T>, cleared as UpdateQuery<T>))
    },

    backlog: () => backlogIn(model, pending, date),
  }
}

interface Listing<T> {
  field: keyof T & string
  also: readonly (keyof T & string)[]
  /** Name of the property with the field's value. */
  as: 'entries' | 'mark'
  limit: number
}

async function listDocuments<T extends { _id: string }, Pending>(
  model: Model<T>,
  pending: QueryFilter<T>,
  { field, also, as, limit }: Listing<T>,
): Promise<Pending[]> {
  const documents = await model
    .find(pending, Object.fromEntries([field, ...also].map((name) => [name, 1])))
    .limit(limit)
    .lean<T[]>()
  // The properties that `as` and `also` name.
  return documents.map((document) => ({
    ...Object.fromEntries(also.map((name) => [name, document[name]])),
    id: document._id,
    [as]: document[field],
  })) as Pending[]
}

const DOCUMENTS_AT_ONCE = 200

/**
 * Delivers everything in an outbox, in batches.
 * @param deliver must be idempotent: after a crash, or beside another worker, it receives the same documents again
 */
export async function drainOutbox<Pending>(
  outbox: Pick<Outbox<Pending>, 'listPending' | 'clear'>,
  deliver: (batch: Pending[]) => Promise<unknown>,
  batchSize = DOCUMENTS_AT_ONCE,
): Promise<void> {
  let batch: Pending[]
  do {
    batch = await outbox.listPending(batchSize)
    if (batch.length === 0) return
    await deliver(batch)
    await outbox.clear(batch)
  } while (batch.length === batchSize)
}

/** Moves the entries of an outbox to a log, each under the id of its write and with these fields of its document. */
export const moveToLog = <Entry extends { change: string }, Document, Fields>(
  outbox: Pick<Outbox<Document & { entries: Entry[] }>, 'listPending' | 'clear'>,
  log: { append(entries: (Omit<Entry, 'change'> & Fields & { _id: string })[]): Promise<void> },
  fieldsOf: (document: Document) => Fields,
): Promise<void> =>
  drainOutbox(outbox, (pending) =>
    log.append(
      pending.flatMap((document) =>
        document.entries.map(({ change, ...entry }) => ({ ...entry, ...fieldsOf(document), _id: change })),
      ),
    ),
  )

interface VersionDocument {
  _id: string
  value: number
}

const versionSchema = documentSchema<VersionDocument>({ _id: required.text, value: required.number })

/**
 * Versions for messages that describe a current state. The version is taken before the state is read, so that a message with
 * a higher version includes everything in messages with lower versions, which the receiver ignores.
 * @param options.name of the mongoose model
 * @param options.id of the single document in the collection
 */
export function openVersionCounter(
  connection: Connection,
  { name, collection, id }: { name: string; collection: string; id: string },
) {
  const model = connection.model(name, versionSchema, collection)

  return {
    /** Greater than all earlier versions, including those that a restored backup has lost. */
    async next(): Promise<number> {
      const grown = { $max: [{ $add: [{ $ifNull: ['$value', 0] }, 1] }, Date.now()] }
      const { value } = await model
        .findOneAndUpdate({ _id: id }, [{ $set: { value: grown } }], {
          upsert: true,
          returnDocument: 'after',
          updatePipeline: true,
        })
        .orFail()
        .lean()
      return value
    },
  }
}
