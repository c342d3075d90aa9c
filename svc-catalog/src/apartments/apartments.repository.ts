import { type TravelTimes } from '@offquad/contracts'
import { documentSchema, required, retryOnFailover } from '@offquad/service-kit'
import { type Connection } from 'mongoose'
import { type ApartmentWrite, type KnownTravelTimes, type StoredApartment } from '../catalog/entities'
import { idsOf, namedPicturesOf, WITHOUT_BOOKKEEPING } from '../catalog/listing-queries'
import { listingWrites } from '../catalog/listing-writes'
import { outboxesOf } from '../catalog/outboxes'
import { type ApartmentDocument, apartmentModel, travelTimesReset } from './apartment.model'

/** The next position among all apartments. */
interface CounterDocument {
  _id: string
  next: number
}

const counterSchema = documentSchema<CounterDocument>({
  _id: required.text,
  next: required.number,
})

const CONTENT_ONLY = { ...WITHOUT_BOOKKEEPING, geocoding: 0, routing: 0, travelTimesPending: 0 } as const

export function createApartmentsRepository(connection: Connection) {
  const model = apartmentModel(connection)
  const writes = listingWrites<ApartmentDocument, ApartmentWrite>(model, derivedFields)
  const counters = connection.model('Counter', counterSchema, 'counters')

  return {
    outboxes: outboxesOf(model),

    ...idsOf(model),
    ...namedPicturesOf(model),

    /** These apartments, or all of them. */
    async list(ids?: string[]): Promise<StoredApartment[]> {
      const documents = await model.find(ids ? { _id: { $in: ids } } : {}, CONTENT_ONLY).lean()
      return documents.map(fromDocument)
    },

    async listByNames(names: string[]): Promise<StoredApartment[]> {
      return (await model.find({ name: { $in: names } }, CONTENT_ONLY).lean()).map(fromDocument)
    },

    ...writes,

    add: async (write: ApartmentWrite): Promise<boolean> =>
      writes.add(write, { order: await reserveOrders(1) }),

    async edit(write: ApartmentWrite, lastWrite: string | null): Promise<boolean> {
      const isStored = await writes.edit(write, lastWrite)
      if (isStored) await dropCoordinatesAfter([write])
      return isStored
    },

    async save(imported: ApartmentWrite[]): Promise<void> {
      const newCount = imported.filter(({ isNew }) => isNew).length
      let order = newCount > 0 ? await reserveOrders(newCount) : 0
      await writes.save(imported, () => ({ order: order++ }))
      await dropCoordinatesAfter(imported)
    },

    dropCoordinatesOfOldAddresses,
  }

  /**
   * Removes coordinates that were geocoded from a former address; listed and placed coordinates stay. A separate write, so
   * that it sees what a geocoder or an administrator has stored meanwhile; after a crash in between, the sweep completes it.
   * @param ids of apartments; absent: all
   */
  async function dropCoordinatesOfOldAddresses(ids?: string[]): Promise<void> {
    await retryOnFailover(() =>
      model.updateMany(
        { ...(ids && { _id: { $in: ids } }), coordinatesSource: 'geocoded', geocoding: null },
        { $set: withoutCoordinates() },
      ),
    )
  }

  async function dropCoordinatesAfter(stored: ApartmentWrite[]): Promise<void> {
    const ids = stored.filter(({ geocoding }) => geocoding === null).map(({ id }) => id)
    if (ids.length > 0) await dropCoordinatesOfOldAddresses(ids)
  }

  /** The first of `count` numbers that are reserved for the caller. */
  async function reserveOrders(count: number): Promise<number> {
    // Gaps are harmless.
    const { next } = await retryOnFailover(() =>
      counters
        .findOneAndUpdate(
          { _id: 'apartments' },
          { $inc: { next: count } },
          { upsert: true, returnDocument: 'after' },
        )
        .orFail()
        .lean(),
    )
    return next - count
  }
}

const derivedFields = ({ content, geocoding }: ApartmentWrite): Partial<ApartmentDocument> => ({
  ...(content.latitude !== undefined && travelTimesReset(content.latitude !== null)),
  ...(geocoding !== undefined && { geocoding }),
})

function fromDocument(document: Omit<ApartmentDocument, keyof typeof CONTENT_ONLY>): StoredApartment {
  const { _id, travelTimes, order, coordinatesSource, roomTypes = [], amenities = [], ...content } = document
  const apartment = {
    id: _id,
    ...content,
    ...(roomTypes.length > 0 && { roomTypes }),
    ...(amenities.length > 0 && { amenities }),
    ...(coordinatesSource !== 'none' && { coordinatesSource }),
  }
  if (!travelTimes) return { apartment, travelTimes: null, order }
  const { method, estimatedLegs, ...minutes } = travelTimes
  return {
    apartment: { ...apartment, isDistanceEstimate: estimatedLegs.includes('hoPlazaWalking') },
    travelTimes: { ...minutes, isEstimate: estimatedLegs.length > 0, ...providerOf(method) },
    order,
  }
}

function providerOf(method: KnownTravelTimes['method']): Pick<TravelTimes, 'provider'> {
  if (method.startsWith('google')) return { provider: 'google' }
  return method.startsWith('osrm') ? { provider: 'osrm' } : {}
}

/** The fields that a write sets to remove the coordinates of an apartment. */
const withoutCoordinates = () => ({
  latitude: null,
  longitude: null,
  coordinatesSource: 'none' as const,
  ...travelTimesReset(false),
  geocoding: null,
  changedAt: new Date(),
})
