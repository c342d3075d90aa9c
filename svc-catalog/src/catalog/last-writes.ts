import { randomUUID } from 'node:crypto'
import { retryOnFailover } from '@offquad/service-kit'
import { type Model, type QueryFilter, type UpdateQuery } from 'mongoose'

/** A document that edits and imports write. */
export interface WithLastWrite {
  /** Id of the last write; absent: stored before writes had ids. */
  lastWrite?: string
}

export const newWrite = (): { lastWrite: string } => ({ lastWrite: randomUUID() })

/** Edits of one kind of document: the first of two concurrent edits wins. */
export const editsOf = <T extends WithLastWrite & { _id: string }>(model: Model<T>) => ({
  async lastWriteOf(id: string): Promise<string | null> {
    const last = await model.findOne({ _id: id } as QueryFilter<T>, { lastWrite: 1 }).lean<WithLastWrite>()
    return last?.lastWrite ?? null
  },

  /** Returns false, and changes nothing, unless this is still the last write. */
  updateAfter(
    { id, lastWrite }: { id: string; lastWrite: string | null },
    update: UpdateQuery<T> & { $set: WithLastWrite },
  ): Promise<boolean> {
    const isDone = { _id: id, lastWrite: update.$set.lastWrite } as QueryFilter<T>
    return retryOnFailover(async (isRepeated) => {
      if (isRepeated && (await model.exists(isDone))) return true
      const { matchedCount } = await model.updateOne({ _id: id, lastWrite } as QueryFilter<T>, update)
      return matchedCount > 0
    })
  },
})
