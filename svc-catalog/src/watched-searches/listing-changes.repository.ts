import { documentSchema, onDuplicateKey, required, retryOnFailover, upsertNewer } from '@offquad/service-kit'
import { type Connection, Schema } from 'mongoose'
import { type StoredApartment } from '../catalog/entities'

/** A listing as the last comparison saw it, and as it is now. */
export interface ListingChange {
  /** Absent: the listing is new. */
  before?: StoredApartment
  after: StoredApartment
}

/** Changes that are compared with all watched searches together. */
export interface Round {
  /** Rises by one with each round. */
  version: number
  begunAt: Date
  /** All changes before this time have been seen. */
  seenUntil: Date
  /** Empty once the changes were reported. */
  changes: ListingChange[]
}

interface RoundDocument extends Round {
  _id: string
}

interface SeenListingDocument {
  _id: string
  /** Version of the round that saw it. */
  version: number
  listing: StoredApartment
}

const ID = 'listings'
const mixed = { type: Schema.Types.Mixed, required: true }
const version = required.number

const roundSchema = documentSchema<RoundDocument>({
  _id: required.text,
  version,
  begunAt: required.date,
  seenUntil: required.date,
  changes: [{ _id: false, before: Schema.Types.Mixed, after: mixed }],
})
const seenSchema = documentSchema<SeenListingDocument>({ _id: required.text, version, listing: mixed })

/** The newest round, in one document, and the listings as a round last saw them. */
export function createListingChangesRepository(connection: Connection) {
  const rounds = connection.model('ListingRound', roundSchema, 'listing_rounds')
  const seen = connection.model('SeenListing', seenSchema, 'seen_listings')

  return {
    /** undefined before the first round. */
    async newest(): Promise<Round | undefined> {
      const round = await rounds.findById(ID).lean()
      return round ?? undefined
    },

    /** @returns false if another process has already begun this round */
    begin: (round: Round): Promise<boolean> =>
      retryOnFailover(async () => {
        const { modifiedCount, upsertedCount } = await onDuplicateKey(
          rounds.updateOne(
            { _id: ID, version: round.version - 1 },
            { $set: { ...round } },
            { upsert: round.version === 1 },
          ),
          () => ({ modifiedCount: 0, upsertedCount: 0 }),
        )
        return modifiedCount + upsertedCount > 0
      }),

    /** The changes of the round were reported: later changes are compared with its listings. */
    async settle({ version, changes }: Pick<Round, 'version' | 'changes'>): Promise<void> {
      await upsertNewer(
        seen,
        changes.map(({ after }) => ({ _id: after.apartment.id, version, listing: after })),
      )
      await retryOnFailover(() => rounds.updateOne({ _id: ID, version }, { $set: { changes: [] } }))
    },

    async seen(ids: string[]): Promise<Map<string, StoredApartment>> {
      const documents = await seen.find({ _id: { $in: ids } }).lean()
      return new Map(documents.map(({ _id, listing }) => [_id, listing]))
    },
  }
}
