import { type CommutePlace, type getListMinutes, type ReplyOf, roundedCoordinates } from '@offquad/contracts'
import { type Catalog } from '../catalog-client'
import { type Repositories } from '../repositories'
import { type StoredList } from './lists.repository'

export interface MinutesDeps extends Pick<Repositories, 'myPlaces'> {
  catalog: Pick<Catalog, 'commutes'>
}

/** Commute times as bands only: destinations, modes and exact minutes do not leave the service. */
export async function readListMinutes(
  { myPlaces, catalog }: MinutesDeps,
  { members, places }: StoredList,
): Promise<ReplyOf<typeof getListMinutes>> {
  const shown = members.filter(({ showsMinutes }) => showsMinutes)
  const firstPlaces = await Promise.all(shown.map(async ({ userId }) => (await myPlaces.list(userId))[0]))
  const spots = firstPlaces.map((place) => place && JSON.stringify(roundedCoordinates(place)))
  const destinations = firstPlaces.flatMap((place, index): { memberId: string; place: CommutePlace }[] => {
    const memberId = shown[index]?.id
    if (!place || memberId === undefined) return []
    // Not `campusPlaceId`, which members may make up.
    const id = `place-${spots.indexOf(spots[index])}`
    return [{ memberId, place: { id, mode: place.mode, ...roundedCoordinates(place) } }]
  })
  const commutes = await catalog.commutes(
    places.map(({ id }) => id),
    // Several members may have the same destination and mode.
    [...new Map(destinations.map(({ place }) => [`${place.id} ${place.mode}`, place])).values()],
  )
  return {
    items: commutes.flatMap(({ apartmentId, commutes: ways }) =>
      destinations.flatMap(({ memberId, place }) => {
        const way = ways.find((trip) => trip.placeId === place.id && trip.mode === place.mode)
        return way ? [{ memberId, placeId: apartmentId, minutes: bandOf(way.minutes) }] : []
      }),
    ),
  }
}

const BANDS = [
  [10, 'under 10'],
  [20, 'under 20'],
  [30, 'under 30'],
] as const

const bandOf = (minutes: number) => BANDS.find(([limit]) => minutes < limit)?.[1] ?? '30 or more'
