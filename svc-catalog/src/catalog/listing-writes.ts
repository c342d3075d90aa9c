import { randomUUID } from 'node:crypto'
import { retryOnFailover } from '@offquad/service-kit'
import { type Model, type QueryFilter, type UpdateQuery } from 'mongoose'
import { type Write } from './entities'
import { firstOutboxEntries, pushOutboxes, unpublishedChange, type WithOutboxes } from './outboxes'

/** A document that edits and imports write. */
export interface WithLastWrite {
  /** Id of the last write; absent: stored before writes had ids. */
  lastWrite?: string
}

/**
 * Writes of one kind of listing: the first of two concurrent edits wins.
 * @param derived the fields that follow from the content of a write
 */
export function listingWrites<
  T extends WithLastWrite & WithOutboxes & { _id: string },
  Planned extends Write<{ name: string; landlordId?: string | null }>,
>(model: Model<T>, derived: (write: Planned) => Partial<T> = () => ({})) {
  const withId = (id: string) => ({ _id: id }) as QueryFilter<T>

  function fieldsOf(write: Planned) {
    const { isNew, content } = write
    const isPublished = isNew || content.landlordId !== undefined || content.name !== undefined
    return {
      ...content,
      ...derived(write),
      changedAt: new Date(),
      lastWrite: randomUUID(),
      ...(isPublished && unpublishedChange()),
    }
  }

  return {
    async lastWriteOf(id: string): Promise<string | null> {
      const last = await model.findOne(withId(id), { lastWrite: 1 }).lean<WithLastWrite>()
      return last?.lastWrite ?? null
    },

    /**
     * Stores a new listing. Returns false, and changes nothing, if its id exists already.
     * @param first further fields of the document
     */
    async add(write: Planned, first: Partial<T> = {}): Promise<boolean> {
      const fields = { ...fieldsOf(write), ...firstOutboxEntries(write), ...first }
      const update = { $setOnInsert: fields } as UpdateQuery<T>
      const { upsertedCount } = await retryOnFailover(() =>
        model.updateOne(withId(write.id), update, { upsert: true }),
      )
      return upsertedCount > 0
    },

    /** Stores an edit. Returns false, and changes nothing, if there was another write since `lastWrite`. */
    edit(write: Planned, lastWrite: string | null): Promise<boolean> {
      const fields = fieldsOf(write)
      const update = { $set: fields, ...pushOutboxes(write) } as UpdateQuery<T>
      return retryOnFailover(async (isRepeated) => {
        const isDone = { ...withId(write.id), lastWrite: fields.lastWrite }
        if (isRepeated && (await model.exists(isDone))) return true
        const { matchedCount } = await model.updateOne({ ...withId(write.id), lastWrite }, update)
        return matchedCount > 0
      })
    },

    /**
     * Stores all writes in one round trip. A listing that another import has created concurrently is updated.
     * @param first further fields of each new document
     */
    async save(writes: Planned[], first?: () => Partial<T>): Promise<void> {
      const operations = writes.map((write) => ({
        updateOne: {
          filter: withId(write.id),
          update: {
            $set: fieldsOf(write),
            ...(write.isNew && first && { $setOnInsert: first() }),
            ...pushOutboxes(write),
          },
          upsert: write.isNew,
        },
      })) as Parameters<typeof model.bulkWrite>[0]
      await retryOnFailover(() =>
        model.bulkWrite(operations, { ordered: false, throwOnValidationError: true }),
      )
    },
  }
}
