import { type PayloadOf, type recordSuggestion } from '@offquad/contracts'
import { documentSchema, required, retryOnFailover } from '@offquad/service-kit'
import { type Connection } from 'mongoose'

interface SuggestionDocument {
  _id: string
  userId: string
  name: string
  /** The apartment that it became. */
  aptId?: string
}

const schema = documentSchema<SuggestionDocument>({
  _id: required.text,
  userId: { ...required.text, index: true },
  name: required.text,
  aptId: String,
})

/** A copy of the apartments that users have suggested to svc-users. */
export function createSuggestionsRepository(connection: Connection) {
  const model = connection.model('Suggestion', schema, 'suggestions')

  return {
    /** Messages may arrive in any order and more than once: once set, the apartment stays. */
    record: ({ id, ...suggestion }: PayloadOf<typeof recordSuggestion>) =>
      retryOnFailover(() => model.updateOne({ _id: id }, { $set: suggestion }, { upsert: true })),

    /** A suggestion of this user. */
    async findOwn(
      id: string,
      userId: string,
    ): Promise<{ id: string; name: string; aptId?: string } | undefined> {
      const document = await model.findOne({ _id: id, userId }).lean()
      return document ? { ...document, id } : undefined
    },

    /** The suggestions among these that became an apartment. */
    async listAdded(ids: string[]): Promise<{ id: string; aptId: string }[]> {
      const stored = await model.find({ _id: { $in: ids } }).lean()
      return stored.flatMap(({ _id, aptId }) => (aptId === undefined ? [] : [{ id: _id, aptId }]))
    },

    removeAllOf: (userId: string) => retryOnFailover(() => model.deleteMany({ userId })),
  }
}
