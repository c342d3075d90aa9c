import { parseCommute, searchNearPlaces } from '@offquad/contracts'
import { Button, StateMessage } from '@offquad/ui'
import { api, commutePlaceOf, currentUser, loadMyPlaces, paths, useMyPlaces } from '@offquad/web-kit'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { isOwnSearch, listingQuery, normalize, type Search } from './search'

export const OWN_SEARCH_HINT =
  'This search uses one of your own places, so its link works only for you, and there are no alerts for it.'

/**
 * Results of a search that names a personal place. Only the owner's browser sends its coordinates, by POST, so that pages,
 * caches and logs never contain them.
 */
export function useOwnResults(search: Search, page: number) {
  const { places } = useMyPlaces()
  const problem = usePlaceProblem(search)
  const { commute, initialSortBy } = search.filters
  const body = {
    search: {
      ...listingQuery(search, page),
      ...(commute && { commute }),
      ...(initialSortBy === 'commute' && { sortBy: initialSortBy, sortLowToHigh: true }),
    },
    places: places.map(commutePlaceOf),
  }
  return useQuery({
    queryKey: [searchNearPlaces.path, body],
    queryFn: ({ signal }) => api(searchNearPlaces, { body, signal, asUser: currentUser() !== undefined }),
    placeholderData: keepPreviousData,
    enabled: isOwnSearch(search) && !problem && places.length > 0,
  })
}

/** The reason why a search by a personal place has no results: a foreign or removed place, or the places failed to load. */
export function usePlaceProblem(search: Search): 'foreign' | 'unknown' | undefined {
  const { places, state } = useMyPlaces()
  const placeId = parseCommute(search.filters.commute)?.placeId
  if (!isOwnSearch(search) || state === 'loading') return undefined
  if (state === 'failed') return 'unknown'
  return places.some(({ id }) => id === placeId) ? undefined : 'foreign'
}

/** Replaces the results while the reader's places are unknown. */
export function PlacesFailure() {
  return (
    <StateMessage
      title="Your places cannot be loaded right now."
      action={<Button onClick={() => void loadMyPlaces()}>Try again</Button>}
    />
  )
}

/** Replaces the results of a shared link that names the sender's own place. */
export function ForeignPlace({ search: { q, filters } }: { search: Search }) {
  return (
    <StateMessage
      title="This link uses a place that only its owner can see."
      detail="Links with a campus building work for everyone. For your own commute, choose one of your places."
      action={
        <p className="browse-relax offquad-cluster">
          <Link to={paths.search({ q, filters: normalize({ ...filters, commute: undefined }) })}>
            Search without it
          </Link>
          <Link to={paths.places()}>My places</Link>
        </p>
      }
    />
  )
}
