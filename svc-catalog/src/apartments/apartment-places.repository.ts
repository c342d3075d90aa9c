import { type TravelTimes } from '@offquad/contracts'
import { type Connection } from 'mongoose'
import { type Place } from '../entities'
import { apartmentModel } from './apartment.model'

/** What computing travel times needs to know of apartments. */
export function createApartmentPlacesRepository(connection: Connection) {
  const model = apartmentModel(connection)

  return {
    /** Where an apartment is whose travel times are to be computed; nothing when there is nothing to compute. */
    async findPending(id: string): Promise<Place | undefined> {
      const found = await model
        .findOne({ _id: id, travelTimesPending: true }, { latitude: 1, longitude: 1 })
        .lean()
      if (typeof found?.latitude !== 'number' || typeof found.longitude !== 'number') return undefined
      return { latitude: found.latitude, longitude: found.longitude }
    },

    async listIdsOfPending(most: number): Promise<string[]> {
      const found = await model.find({ travelTimesPending: true }, { _id: 1 }).limit(most).lean()
      return found.map(({ _id }) => _id)
    },

    /** Stores travel times unless the apartment has moved from the place they were computed for. */
    async saveTravelTimes(id: string, place: Place, travelTimes: TravelTimes): Promise<boolean> {
      const { matchedCount } = await model.updateOne(
        { _id: id, ...place, travelTimesPending: true },
        {
          $set: {
            ...{ travelTimes, distanceToCampus: travelTimes.hoPlazaWalking },
            ...{ travelTimesPending: false, changedAt: new Date() },
          },
        },
      )
      return matchedCount > 0
    },
  }
}
