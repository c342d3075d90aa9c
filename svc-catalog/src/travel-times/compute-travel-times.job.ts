import {
  catalogChanged,
  type PayloadOf,
  type computeTravelTimes as job,
  type TravelTimes,
} from '@offquad/contracts'
import { type Events } from '@offquad/service-kit'
import { type Place } from '../entities'
import { type TravelTimeProvider } from './travel-time-provider'

export interface TravelTimesDeps {
  places: {
    findPending(id: string): Promise<Place | undefined>
    saveTravelTimes(id: string, place: Place, travelTimes: TravelTimes): Promise<boolean>
    listIdsOfPending(most: number): Promise<string[]>
  }
  travelTimes: TravelTimeProvider
  events: Pick<Events, 'publish'>
}

/** Computes and stores the travel times of an apartment that was created or moved, once. */
export async function computeTravelTimes(
  { places, travelTimes, events }: TravelTimesDeps,
  { apartmentId }: PayloadOf<typeof job>,
): Promise<void> {
  const place = await places.findPending(apartmentId)
  if (!place) return
  // An apartment that moved meanwhile is still pending: the write that moved it has asked for another run.
  const isSaved = await places.saveTravelTimes(apartmentId, place, await travelTimes.travelTimesFrom(place))
  if (isSaved) await events.publish(catalogChanged, { apartmentIds: [apartmentId], landlordIds: [] })
}
