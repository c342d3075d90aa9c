import './search-map.css'
import {
  amountText,
  boundsText,
  type Commute,
  getListings,
  type Listing,
  type MapBounds,
  mapListings,
  type MapPlace,
  type MapPlaces,
  type MyPlace,
  parseBounds,
  parseCommute,
  rentRangeOf,
} from '@offquad/contracts'
import { Button, Checkbox, ListingCard, ListingCardSkeleton, type MapViewport } from '@offquad/ui'
import {
  apiQuery,
  countText,
  describeListing,
  searchablePlaces,
  university,
  useCommutes,
  useMyPlaces,
} from '@offquad/web-kit'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router-dom'
import { ApartmentMap, type MappedApartment } from '../../components/apartment-map'
import { Bookmark } from '../../components/bookmarked-card'
import { CompareToggle } from '../../components/compare-toggle'
import { type Highlight } from '../../components/listing-grid'
import { queriedView } from './map-query'
import { filterQuery, isOwnSearch, type Search } from './search'
import { useSearchPath } from './search-view'

interface SearchMapProps {
  search: Search
  /** Results that are in the list. */
  listings: readonly Listing[]
  /** The center to which the map returns; results that it loads must not move it. */
  center: { latitude: number; longitude: number } | undefined
  /** The part that it shows first. */
  bounds: MapBounds | undefined
  highlight: Highlight
}

/** Pause before a search: after a wheel's turn or a key, the map often moves again. */
const SETTLE_MS = 250

/** All results of a search on a map, which can be moved to search there. */
export function SearchMap({ search, listings, center, bounds, highlight }: SearchMapProps) {
  const [viewport, setViewport] = useState<MapViewport>()
  // New pins are drawn in steps, so that the map can be moved in between.
  const { isOnlyList, ...map } = useMapPlaces(search, viewport)
  const data = useDeferredValue(map.data)
  const pins = useMemo(() => everyPlace(data).map(describePlace), [data])
  const places = isOnlyList ? listings.flatMap(placesOf) : pins
  const { shownBounds, onViewportChange, onRecenter, ...moves } = useSearchByMap(search, bounds, setViewport)
  const commute = parseCommute(search.filters.commute)
  const hovered = listings.find(({ buildingData }) => buildingData.id === highlight.id)
  return (
    <>
      <ApartmentMap
        label="Map of the results"
        apartments={withHovered(places, hovered)}
        clusters={data?.clusters.filter(({ places }) => places === undefined)}
        center={center ?? university().mapCenter}
        bounds={shownBounds}
        activeId={highlight.id}
        onActive={highlight.onChange}
        onViewportChange={onViewportChange}
        onRecenter={onRecenter}
        commute={commute}
        corner={
          <>
            <p className="browse-map-following">
              <Checkbox
                checked={moves.isFollowing}
                onChange={({ target }) => moves.onFollowingChange(target.checked)}
              >
                Search as I move the map
              </Checkbox>
            </p>
            {moves.isSearchOffered && (
              <Button type="primary" onClick={moves.searchHere}>
                Search this area
              </Button>
            )}
          </>
        }
        renderCardAction={(id) => {
          const card = { id, name: places.find((place) => place.id === id)?.name ?? '' }
          return (
            <>
              <CompareToggle {...card} />
              <Bookmark {...card} />
            </>
          )
        }}
        renderCard={(id) => (
          <PlaceCard
            id={id}
            listed={listings.find(({ buildingData }) => buildingData.id === id)}
            commute={commute}
          />
        )}
      />
      {/* Without bounds such places are in the list, which notes it. */}
      {search.filters.bounds !== undefined && data !== undefined && data.unlocated > 0 && (
        <Unlocated search={search} count={data.unlocated} />
      )}
    </>
  )
}

/**
 * Places on the map among all results of the search, in and out of view. Public calls have no personal places: the map of
 * a search by one, as of a call that failed, shows only the list's page of results.
 */
function useMapPlaces({ q, filters }: Search, viewport: MapViewport | undefined) {
  const view = viewport && queriedView(viewport)
  const isOwn = isOwnSearch({ filters })
  const { data, isError } = useQuery({
    ...apiQuery(mapListings, {
      query: {
        ...filterQuery({ q, filters: { ...filters, bounds: undefined } }),
        bounds: view ? boundsText(view.bounds) : '',
        zoom: view?.zoom ?? 0,
      },
    }),
    enabled: view !== undefined && !isOwn,
    placeholderData: keepPreviousData,
  })
  const isOnlyList = isOwn || isError
  // Without the commute the query may be in the cache.
  return { data: isOnlyList ? undefined : data, isOnlyList }
}

/** Searches the part that the map is moved to, at once or when the user presses a button. */
function useSearchByMap(
  search: Search,
  firstBounds: MapBounds | undefined,
  onViewport: (viewport: MapViewport) => void,
) {
  const navigate = useNavigate()
  const pathOf = useSearchPath()
  const [isFollowing, setIsFollowing] = useState(true)
  const { bounds } = search.filters
  /** Bounds that this map has put into the URL, the latest last: it shows them already, or has moved again. */
  const [ownBounds, setOwnBounds] = useState<string[]>([])
  const [lastBounds, setLastBounds] = useState(bounds)
  if (bounds !== lastBounds) {
    setLastBounds(bounds)
    // Other bounds come from history or a link: the map then shows that part, even if it set these bounds before.
    setOwnBounds(
      bounds !== undefined && ownBounds.includes(bounds) ? ownBounds.slice(ownBounds.indexOf(bounds)) : [],
    )
  }
  const [movedTo, setMovedTo] = useState<MapBounds>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const location = useLocation()
  /** The URL of this search, and whether it has bounds; current even before a slow device has rendered the map's search. */
  const here = useRef({ url: '', hasBounds: false })
  useLayoutEffect(() => {
    here.current = { url: window.location.href, hasBounds: bounds !== undefined }
  }, [bounds, location])

  function searchIn(part: MapBounds): void {
    const text = boundsText(part)
    setOwnBounds((texts) => [...texts, text])
    setMovedTo(undefined)
    const to = pathOf({ q: search.q, filters: { ...search.filters, bounds: text } })
    // Back leads to the results before the map was moved, not through every move.
    void navigate(to, { replace: here.current.hasBounds, preventScrollReset: true })
    here.current = { url: window.location.href, hasBounds: true }
  }

  function searchSoon(part: MapBounds): void {
    const { url } = here.current
    timer.current = setTimeout(() => {
      // The reader may have left for a page that is still loading.
      if (window.location.href === url) searchIn(part)
    }, SETTLE_MS)
  }

  return {
    // The URL changes after the map, which must not be moved back.
    shownBounds: ownBounds.length > 0 ? undefined : bounds === undefined ? firstBounds : parseBounds(bounds),
    isFollowing,
    onFollowingChange(next: boolean): void {
      setIsFollowing(next)
      if (next && movedTo) searchIn(movedTo)
    },
    isSearchOffered: !isFollowing && movedTo !== undefined,
    searchHere: () => movedTo && searchIn(movedTo),
    onRecenter(): void {
      clearTimeout(timer.current)
      setOwnBounds([])
      if (!here.current.hasBounds) return
      const unbounded = { q: search.q, filters: { ...search.filters, bounds: undefined } }
      void navigate(pathOf(unbounded), { preventScrollReset: true })
    },
    onViewportChange(viewport: MapViewport): void {
      onViewport(viewport)
      clearTimeout(timer.current)
      if (!viewport.isByUser) setMovedTo(undefined)
      else if (isFollowing) searchSoon(viewport.bounds)
      else setMovedTo(viewport.bounds)
    },
  }
}

/** Single places, and places at the same point, which the map lists. */
const everyPlace = (data: MapPlaces | undefined): MapPlace[] =>
  data ? [...data.places, ...data.clusters.flatMap(({ places = [] }) => places)] : []

/** Adds the place of a hovered card, which may be in a cluster. */
function withHovered(places: MappedApartment[], hovered: Listing | undefined): MappedApartment[] {
  if (!hovered || places.some(({ id }) => id === hovered.buildingData.id)) return places
  return [...places, ...placesOf(hovered)]
}

/** A listing's place, if it has one. */
function placesOf({ buildingData, numReviews, avgRating }: Listing): MappedApartment[] {
  const { id, name, latitude, longitude } = buildingData
  if (latitude === null || longitude === null) return []
  const leastRent = rentRangeOf({ buildingData }, undefined)?.least
  return [
    describePlace({
      id,
      name,
      latitude,
      longitude,
      ...(leastRent !== undefined && { leastRent }),
      ...(numReviews > 0 && { avgRating }),
    }),
  ]
}

/** A pin shows the rent, or the rating if the rent is unknown. */
function describePlace({ leastRent, avgRating, ...place }: MapPlace): MappedApartment {
  const rating = avgRating?.toFixed(1)
  const facts = [
    leastRent === undefined ? undefined : `$${amountText(leastRent)} a month`,
    rating === undefined ? undefined : `rated ${rating} of 5`,
  ].filter((fact) => fact !== undefined)
  return {
    ...place,
    label: [place.name, ...facts].join(', '),
    text: leastRent === undefined ? rating && `★ ${rating}` : `$${amountText(leastRent)}`,
  }
}

interface PlaceCardProps {
  id: string
  /** The listing, if it is among the list's results. */
  listed: Listing | undefined
  commute: Commute | undefined
}

/** The card of a place, which is fetched if the list does not have it. */
function PlaceCard({ id, listed, commute }: PlaceCardProps) {
  const { data } = useQuery({
    ...apiQuery(getListings, { params: { ids: id } }),
    enabled: listed === undefined,
  })
  const listing = listed ?? data?.[0]
  const destinations = useDestinations(commute)
  const [ownCommute] = useCommutes(id, listed?.commute ? [] : destinations)
  if (!listing) return <ListingCardSkeleton />
  return (
    <div data-photos={listing.buildingData.photos.length}>
      <ListingCard {...describeListing({ ...listing, commute: listing.commute ?? ownCommute })} />
    </div>
  )
}

/** Destinations for the commute on a card: the place that the search names, otherwise the first of the reader's places. */
function useDestinations(commute: Commute | undefined): MyPlace[] {
  const own = useMyPlaces().places.slice(0, 1)
  const place = searchablePlaces().find(({ id }) => id === commute?.placeId)
  return commute && place ? [{ ...place, mode: commute.mode }, ...own] : own
}

function Unlocated({ search, count }: { search: Search; count: number }) {
  const pathOf = useSearchPath()
  const filters = { ...search.filters, bounds: undefined }
  return (
    <p className="browse-map-unlocated">
      {countText(count, 'place')} {count === 1 ? 'has' : 'have'} no known location{' '}
      <Link to={pathOf({ q: search.q, filters })}>List all</Link>
    </p>
  )
}
