import { type QueryFilter, type Connection } from 'mongoose'
import { type Coordinates, coordinatesIn, type KnownTravelTimes } from '../catalog/entities'
import { type ApartmentDocument, apartmentModel } from './apartment.model'

const PLACED = { latitude: { $ne: null } }

/** The part of apartments that the computation of travel times reads and writes. */
export function createApartmentPlacesRepository(connection: Connection) {
  const model = apartmentModel(connection)

  return {
    /** The coordinates of an apartment whose travel times have to be computed; undefined if they need not be. */
    findPending: (id: string): Promise<Coordinates | undefined> =>
      findPlace({ _id: id, travelTimesPending: true }),

    /** All apartments that are on the map. */
    async listCoordinates(): Promise<Coordinates[]> {
      const placed = await model.find(PLACED, { latitude: 1, longitude: 1 }).lean()
      return placed.flatMap((apartment) => coordinatesIn(apartment) ?? [])
    },

    listIdsOfPending: (most: number): Promise<string[]> => listIds({ travelTimesPending: true }, most),

    /**
     * The coordinates of an apartment whose travel times were computed by another method, unless routing is postponed.
     * @param methods whose times are current
     */
    findOutdated: (id: string, methods: readonly string[], now: Date): Promise<Coordinates | undefined> =>
      findPlace({ _id: id, ...outdated(methods, now) }),

    listIdsOfOutdated: (methods: readonly string[], most: number, now: Date): Promise<string[]> =>
      listIds(outdated(methods, now), most),

    /**
     * Stores travel times unless the apartment has moved since they were computed.
     * @param kept methods whose times are not replaced
     */
    async saveTravelTimes(
      id: string,
      place: Coordinates,
      { travelTimes, kept }: { travelTimes: KnownTravelTimes; kept: readonly string[] },
    ): Promise<boolean> {
      const { matchedCount } = await model.updateOne(
        { _id: id, ...place, 'travelTimes.method': { $nin: [...kept] } },
        {
          $set: {
            travelTimes,
            distanceToCampus: travelTimes.hoPlazaWalking,
            travelTimesPending: false,
            routing: null,
            changedAt: new Date(),
          },
        },
      )
      return matchedCount > 0
    },

    /** @param nextAttempt the time of the next attempt, given the number of consecutive failures */
    async postponeRouting(
      id: string,
      place: Coordinates,
      nextAttempt: (failures: number) => Date,
    ): Promise<void> {
      const apartment = await model.findOne({ _id: id, ...place }, { routing: 1 }).lean()
      const failures = (apartment?.routing?.failures ?? 0) + 1
      const nextLookupAt = nextAttempt(failures)
      await model.updateOne({ _id: id, ...place }, { $set: { routing: { failures, nextLookupAt } } })
    },
  }

  async function findPlace(filter: QueryFilter<ApartmentDocument>): Promise<Coordinates | undefined> {
    const apartment = await model.findOne(filter, { latitude: 1, longitude: 1 }).lean()
    return apartment ? coordinatesIn(apartment) : undefined
  }

  async function listIds(filter: QueryFilter<ApartmentDocument>, most: number): Promise<string[]> {
    const apartments = await model.find(filter, { _id: 1 }).limit(most).lean()
    return apartments.map(({ _id }) => _id)
  }

  function outdated(methods: readonly string[], now: Date): QueryFilter<ApartmentDocument> {
    return {
      ...PLACED,
      travelTimesPending: false,
      'travelTimes.method': { $nin: [...methods] },
      $or: [{ routing: null }, { 'routing.nextLookupAt': { $lte: now } }],
    }
  }
}
