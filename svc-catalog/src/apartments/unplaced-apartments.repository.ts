import { retryOnFailover } from '@offquad/service-kit'
import { type Connection, type QueryFilter } from 'mongoose'
import { type Coordinates, type Geocoding, type Unplaced } from '../catalog/entities'
import { type ApartmentDocument, apartmentModel, travelTimesReset } from './apartment.model'

/** Matches apartments without coordinates. */
const UNPLACED = { latitude: null }
const FIELDS = { name: 1, address: 1, area: 1, geocoding: 1, order: 1 } as const

/** The part of apartments that geocoding reads and writes. Never changes existing coordinates. */
export function createUnplacedApartmentsRepository(connection: Connection) {
  const model = apartmentModel(connection)

  return {
    /** Sorted by `order`, beginning after the given order. */
    async list(after: number, size: number): Promise<Unplaced[]> {
      const documents = await model
        .find({ ...UNPLACED, order: { $gt: after } }, FIELDS)
        .sort({ order: 1 })
        .limit(size)
        .lean()
      return documents.map(fromDocument)
    },

    count: (): Promise<number> => model.countDocuments(UNPLACED),

    /** Apartments whose address is due for a lookup. */
    async listIdsOfDue(most: number, now: Date): Promise<string[]> {
      const apartments = await model.find(due(now), { _id: 1 }).limit(most).lean()
      return apartments.map(({ _id }) => _id)
    },

    async findDue(id: string, now: Date): Promise<Unplaced | undefined> {
      const document = await model.findOne({ _id: id, ...due(now) }, FIELDS).lean()
      return document ? fromDocument(document) : undefined
    },

    /** Stores the coordinates of this address, unless the apartment has coordinates or another address by now. */
    async place(
      { id, address }: Unplaced,
      { latitude, longitude }: Coordinates,
      geocoding: Geocoding,
    ): Promise<boolean> {
      const { matchedCount } = await model.updateOne(
        { _id: id, address, ...UNPLACED },
        {
          $set: {
            latitude,
            longitude,
            coordinatesSource: 'geocoded',
            geocoding,
            ...travelTimesReset(true),
            changedAt: new Date(),
          },
        },
      )
      return matchedCount > 0
    },

    async saveOutcome({ id, address }: Unplaced, geocoding: Geocoding): Promise<void> {
      await model.updateOne({ _id: id, address, ...UNPLACED }, { $set: { geocoding } })
    },

    /** Makes the addresses of these apartments, or of all, due for a new lookup; returns the addresses. */
    async resetLookups(ids: string[] | undefined): Promise<string[]> {
      const filter = { ...UNPLACED, address: { $gt: '' }, ...(ids && { _id: { $in: ids } }) }
      const apartments = await model.find(filter, { address: 1 }).lean()
      await retryOnFailover(() => model.updateMany(filter, { $set: { geocoding: null } }))
      return apartments.map(({ address }) => address)
    },
  }
}

const due = (now: Date): QueryFilter<ApartmentDocument> => ({
  ...UNPLACED,
  address: { $gt: '' },
  $or: [{ geocoding: null }, { 'geocoding.nextLookupAt': { $lte: now } }],
})

type Fields = '_id' | 'name' | 'address' | 'area' | 'geocoding' | 'order'

const fromDocument = (document: Pick<ApartmentDocument, Fields>): Unplaced => {
  const { _id, name, address, area, geocoding, order } = document
  return { id: _id, name, address, area, order, ...(geocoding && { geocoding }) }
}
