import {
  type CommutePlace,
  getCommutes,
  type Listing,
  type ListingCommute,
  type MyPlace,
  roundedCoordinates,
} from '@offquad/contracts'
import { useQuery } from '@tanstack/react-query'
import { api } from '../api/api'
import { currentUser, useUser } from '../session/session'
import { useMyPlaces } from './my-places'

/** A place as services receive it: its id (on campus that of the campus place), rounded coordinates, and no name. */
export function commutePlaceOf({ id, campusPlaceId, mode, latitude, longitude }: MyPlace): CommutePlace {
  return { id: campusPlaceId ?? id, mode, ...roundedCoordinates({ latitude, longitude }) }
}

/** The commutes from an apartment to these places. Apartments that are requested together share a request. */
export function useCommutes(apartmentId: string, places: readonly MyPlace[]): readonly ListingCommute[] {
  const { data } = useQuery({
    queryKey: [getCommutes.path, places.map(commutePlaceOf), apartmentId],
    queryFn: () => requestCommutes(apartmentId, places.map(commutePlaceOf)),
    enabled: places.length > 0,
  })
  return data ?? NONE
}
const NONE: readonly ListingCommute[] = []

/** A listing with the commute to the first of the reader's places, unless it has a commute from the search. */
export function useOwnCommute(listing: Listing): Listing {
  const { places } = useMyPlaces()
  const isSearched = listing.commute !== undefined
  const [commute] = useCommutes(listing.buildingData.id, isSearched ? NO_PLACES : places.slice(0, 1))
  return commute && !isSearched ? { ...listing, commute } : listing
}
const NO_PLACES: readonly MyPlace[] = []

/** For signed-in users a router computes the commutes to their own places. */
const asCurrentUser = () => ({ asUser: currentUser() !== undefined })

/** The number of commutes to these places that the router has returned; undefined without a router or commutes. */
export function useRouting(places: readonly MyPlace[]): { routed: number; total: number } | undefined {
  const sent = places.map(commutePlaceOf)
  const isSignedIn = useUser() !== undefined
  const { data } = useQuery({
    queryKey: [getCommutes.path, sent, 'routing', isSignedIn],
    queryFn: () => api(getCommutes, { body: { apartmentIds: [], places: sent }, ...asCurrentUser() }),
    enabled: places.length > 0,
    refetchInterval: ({ state }) =>
      isUnfinished(state.data?.routing) ? progressInterval(state.dataUpdateCount) : false,
  })
  return data?.routing
}

/** Increasing intervals, because the requests to a router may be used up until tomorrow. */
const progressInterval = (repliesSoFar: number): number =>
  Math.min(5_000 * 1.3 ** Math.max(0, repliesSoFar - 3), 120_000)

const isUnfinished = (routing: { routed: number; total: number } | undefined): boolean =>
  routing !== undefined && routing.routed < routing.total

/** Maximum number of apartments per request. */
const MAX_APARTMENTS = 100

interface Waiting {
  places: CommutePlace[]
  replies: Map<string, ((commutes: Promise<ListingCommute[]>) => void)[]>
}

const waiting = new Map<string, Waiting>()

function requestCommutes(apartmentId: string, places: CommutePlace[]): Promise<ListingCommute[]> {
  const key = JSON.stringify(places)
  const batch = waiting.get(key) ?? { places, replies: new Map() }
  if (!waiting.has(key)) {
    waiting.set(key, batch)
    // The cards of a page are mounted together.
    setTimeout(() => {
      waiting.delete(key)
      sendBatch(batch)
    })
  }
  return new Promise((resolve) => {
    batch.replies.set(apartmentId, [...(batch.replies.get(apartmentId) ?? []), resolve])
  })
}

function sendBatch({ places, replies }: Waiting): void {
  const ids = [...replies.keys()]
  for (let start = 0; start < ids.length; start += MAX_APARTMENTS) {
    const apartmentIds = ids.slice(start, start + MAX_APARTMENTS)
    const reply = api(getCommutes, { body: { apartmentIds, places }, ...asCurrentUser() })
    for (const id of apartmentIds) {
      const commutes = reply.then(
        ({ items }) => items.find(({ apartmentId }) => apartmentId === id)?.commutes ?? [],
      )
      for (const resolve of replies.get(id) ?? []) resolve(commutes)
    }
  }
}
