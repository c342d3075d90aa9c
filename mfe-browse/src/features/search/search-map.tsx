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
  /** Where the map returns to; what it shows must not move it. */
  center: { latitude: number; longitude: number } | undefined
  /** Where it begins. */
  bounds: MapBounds | undefined
  highlight: Highlight
}

/** After a wheel's turn or a key the map often moves on. */
const SETTLE_MS = 250

/** All that a search finds on a map, which can be moved to search there. */
export function SearchMap({ search, listings, center, bounds, highlight }: SearchMapProps) {
  const [viewport, setViewport] = useState<MapViewport>()
  // Other pins are drawn in steps, between which the map can be moved on.
  const data = useDeferredValue(useMapPlaces(search, viewport))
  const found = useMemo(() => everyPlace(data).map(describePlace), [data])
  // Public calls know no personal places: then the map shows the page of results that the list shows.
  const places = isOwnSearch(search) ? listings.flatMap(placesOf) : found
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
            known={listings.find(({ buildingData }) => buildingData.id === id)}
            commute={commute}
          />
        )}
      />
      {/* Otherwise they are in the list, which says so. */}
      {search.filters.bounds !== undefined && data !== undefined && data.unlocated > 0 && (
        <Unlocated search={search} count={data.unlocated} />
      )}
    </>
  )
}

/** What a map shows of everything that the search finds, wherever it is; undefined where the search names a personal place. */
function useMapPlaces({ q, filters }: Search, viewport: MapViewport | undefined): MapPlaces | undefined {
  const view = viewport && queriedView(viewport)
  const isOwn = isOwnSearch({ filters })
  const { data } = useQuery({
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
  // Without the commute the query may have been answered before.
  return isOwn ? undefined : data
}

/** Searches where the map is moved to, at once or when the user wants it. */
function useSearchByMap(
  search: Search,
  firstBounds: MapBounds | undefined,
  onViewport: (viewport: MapViewport) => void,
) {
  const navigate = useNavigate()
  const pathOf = useSearchPath()
  const [isFollowing, setIsFollowing] = useState(true)
  const { bounds } = search.filters
  /** Bounds that this map has put into the URL, the latest last: it shows them already, or has moved on. */
  const [ownBounds, setOwnBounds] = useState<string[]>([])
  const [lastBounds, setLastBounds] = useState(bounds)
  if (bounds !== lastBounds) {
    setLastBounds(bounds)
    // Other bounds come from history or a link: the map shows another part then, also where they were its own once.
    setOwnBounds(
      bounds !== undefined && ownBounds.includes(bounds) ? ownBounds.slice(ownBounds.indexOf(bounds)) : [],
    )
  }
  const [movedTo, setMovedTo] = useState<MapBounds>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const location = useLocation()
  /** The URL of this search, and whether it has bounds; also before a slow device has rendered a search of the map. */
  const here = useRef({ url: '', hasBounds: false })
  useLayoutEffect(() => {
    here.current = { url: window.location.href, hasBounds: bounds !== undefined }
  }, [bounds, location])

  function searchIn(part: MapBounds): void {
    const text = boundsText(part)
    setOwnBounds((texts) => [...texts, text])
    setMovedTo(undefined)
    const to = pathOf({ q: search.q, filters: { ...search.filters, bounds: text } })
    // Back leads to what was found before the map was moved, not through every step of the way.
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
    // The URL follows the map later than the map moves.
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
      const all = { q: search.q, filters: { ...search.filters, bounds: undefined } }
      void navigate(pathOf(all), { preventScrollReset: true })
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

/** Single ones, and those at one point, which the map lists. */
const everyPlace = (data: MapPlaces | undefined): MapPlace[] =>
  data ? [...data.places, ...data.clusters.flatMap(({ places = [] }) => places)] : []

/** The place of a hovered card shows even where it is in a cluster. */
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

/** A pin says the rent, or the rating where the rent is unknown. */
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
  known: Listing | undefined
  /** What the search names. */
  commute: Commute | undefined
}

/** The card of a place; of one that is not in the list once it has loaded. */
function PlaceCard({ id, known, commute }: PlaceCardProps) {
  const { data } = useQuery({
    ...apiQuery(getListings, { params: { ids: id } }),
    enabled: known === undefined,
  })
  const listing = known ?? data?.[0]
  const destinations = useDestinations(commute)
  const [found] = useCommutes(id, known?.commute ? [] : destinations)
  if (!listing) return <ListingCardSkeleton />
  return <ListingCard {...describeListing({ ...listing, commute: listing.commute ?? found })} />
}

/** Where the commute on a card may lead: where the search says, otherwise to the first of the reader's places. */
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
