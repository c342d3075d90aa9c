import './search.css'
import {
  amenityName,
  countListings,
  type Listing,
  REVIEW_TOPICS,
  type SearchFilters,
  searchListings,
  TOPIC_TEXTS,
} from '@offquad/contracts'
import { Button, Choice, HeadingRow, Icon, StateMessage } from '@offquad/ui'
import {
  apiQuery,
  countText,
  estimateNote,
  LoadFailure,
  paths,
  queryFailure,
  RATING_ORDER_HINT,
  requestContact,
  university,
} from '@offquad/web-kit'
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import { Link, Navigate } from 'react-router-dom'
import { type Highlight, ListingGrid } from '../../components/listing-grid'
import { AlertMe } from './alert-me'
import { noteOf } from './match-note'
import { isNamePrefix } from './name-prefix'
import { ForeignPlace, PlacesFailure, useOwnResults, usePlaceProblem } from './own-search'
import {
  activeFilters,
  filterQuery,
  inMenuOrder,
  isByRating,
  isOwnSearch,
  isSet,
  listingQuery,
  menuOrderOf,
  normalize,
  PAGE_SIZE,
  type Search,
  SEARCH_ORDERS,
  type MenuOrder,
} from './search'
import { useSearchPath } from './search-view'

/** A page of results; the previous page stays, dimmed, until it has loaded. */
export function useSearchResults(search: Search, page: number) {
  const own = useOwnResults(search, page)
  const results = useQuery({
    ...apiQuery(searchListings, { query: listingQuery(search, page) }),
    placeholderData: keepPreviousData,
    enabled: !isOwnSearch(search),
  })
  const ownResults = { ...own, data: own.data?.items }
  return isOwnSearch(search) ? ownResults : results
}

interface SearchResultsProps {
  search: Search
  page: number
  results: ReturnType<typeof useSearchResults>
  /** A sentence below the number of results. */
  note?: string
  highlight: Highlight | undefined
}

export function SearchResults(props: SearchResultsProps) {
  const { search, page, results, note, highlight } = props
  const { data, isPlaceholderData } = results
  // An empty result of the previous search is not shown for this one.
  const listings = isPlaceholderData && data?.length === 0 ? undefined : data
  const count = useResultCount(search, page)
  const problem = usePlaceProblem(search)
  const failure = queryFailure(results)
  // Trying again would not help: the site rejects the search, for example because it has no bus timetable.
  if (failure?.error.status === 400)
    return <StateMessage title={failure.error.message} detail="Change the search, or remove that filter." />
  if (failure) return <LoadFailure title="The search cannot be run right now." {...failure} />
  if (problem === 'unknown') return <PlacesFailure />
  if (problem === 'foreign') return <ForeignPlace search={search} />
  if (listings?.length === 0 && (page === 1 || count === 0)) return <NoResults search={search} />
  if (count && page > lastPage(count)) return <ToLastPage search={search} count={count} />
  const notes = [
    isByRating(search) && RATING_ORDER_HINT,
    menuOrderOf(search) === 'cheapest' && 'Lowest rent first',
    estimateNote(listings),
    note,
  ]
  return (
    <section aria-label="Results" aria-busy={isPlaceholderData}>
      <HeadingRow className="browse-results-head">
        <h2>
          <span role="status">{headline(listings, count)}</span>
        </h2>
        <AlertMe search={search} />
        {notes.map(
          (text) =>
            text && (
              <p key={text} className="offquad-note">
                {text}
              </p>
            ),
        )}
      </HeadingRow>
      <div className={isPlaceholderData ? 'offquad-stale' : undefined}>
        <ListingGrid
          listings={listings}
          expected={PAGE_SIZE}
          noteOf={noteOf}
          isOneArea={search.filters.locations?.length === 1}
          highlight={highlight}
        />
      </div>
      <PageLinks search={search} page={page} count={count} />
    </section>
  )
}

function useResultCount(search: Search, page: number): number | undefined {
  const own = useOwnResults(search, page)
  const { data } = useQuery({
    ...apiQuery(countListings, { query: filterQuery(search) }),
    enabled: !isOwnSearch(search),
  })
  return isOwnSearch(search) ? own.data?.total : data?.count
}

function headline(listings: Listing[] | undefined, count: number | undefined): string {
  if (!listings) return 'Searching …'
  if (count !== undefined) return countText(count, 'apartment') ?? ''
  return listings.length < PAGE_SIZE ? (countText(listings.length, 'apartment') ?? '') : 'Apartments'
}

interface OrderMenuProps {
  search: Search
  onOrder: (search: Search) => void
}

export function OrderMenu({ search, onOrder }: OrderMenuProps) {
  const orders = Object.entries(SEARCH_ORDERS) as [MenuOrder, { label: string }][]
  const current = menuOrderOf(search)
  return (
    <span className="browse-order offquad-note">
      <Icon path="M7 5v14M3.5 15.5 7 19l3.5-3.5M17 19V5M13.5 8.5 17 5l3.5 3.5" />
      <Choice
        label="Sort by"
        isLabelHidden
        value={current ?? 'rating'}
        options={orders
          // The best match needs a text, and the commute order a commute.
          .filter(([order]) => order !== 'match' || search.q !== '')
          .filter(([order]) => order !== 'commute' || search.filters.commute !== undefined)
          .map(([value, { label }]) => ({ value, label }))}
        onChange={(order) => onOrder(inMenuOrder(search, order))}
      />
    </span>
  )
}

interface PageLinksProps {
  search: Search
  page: number
  /** Number of results on all pages; undefined while it loads. */
  count: number | undefined
}

/** Links to the previous and next page of results. */
function PageLinks({ search, page, count }: PageLinksProps) {
  const last = count === undefined ? page : lastPage(count)
  if (last === 1 && page === 1) return null
  return (
    <nav className="offquad-more offquad-cluster" aria-label="Pages of results">
      <PageLink label="Previous" search={search} page={page - 1} isEnabled={page > 1} rel="prev" />
      <span aria-current="page">
        Page {page} of {last}
      </span>
      <PageLink label="Next" search={search} page={page + 1} isEnabled={page < last} rel="next" />
    </nav>
  )
}

const lastPage = (count: number): number => Math.max(1, Math.ceil(count / PAGE_SIZE))

/** Leads to the last page from a page after it, which an old link may name. */
function ToLastPage({ search, count }: { search: Search; count: number }) {
  const pathOf = useSearchPath()
  return <Navigate to={pathOf({ ...search, page: lastPage(count) })} replace />
}

interface PageLinkProps {
  label: string
  search: Search
  page: number
  isEnabled: boolean
  rel: 'prev' | 'next'
}

function PageLink({ label, search, page, isEnabled, rel }: PageLinkProps) {
  const pathOf = useSearchPath()
  if (!isEnabled) return <span className="offquad-outline-button browse-page-none offquad-soft">{label}</span>
  return (
    <Link to={pathOf({ ...search, page })} rel={rel} className="offquad-outline-button">
      {label}
    </Link>
  )
}

/** The empty state: suggests relaxed searches, and how to have a missing apartment added. */
function NoResults({ search }: { search: Search }) {
  const suggestions = useRelaxedSearches(search)
  const unfiltered = { q: search.q, filters: {} }
  // Without a text it shows everything. For a text and one filter, the suggestions show whether clearing helps.
  const cleared = isSet(unfiltered) ? unfiltered : inMenuOrder(unfiltered, 'rating')
  return (
    <div>
      <StateMessage
        title="No apartments match your search."
        detail={adviceFor(search, suggestions)}
        action={
          <>
            <Suggestions suggestions={suggestions} />
            <div className="offquad-more offquad-cluster">
              <AlertMe search={search} />
              {activeFilters(search.filters).length > Number(search.q !== '') && (
                <Link to={paths.search(cleared)} className="offquad-outline-button">
                  Clear filters
                </Link>
              )}
            </div>
          </>
        }
      />
      <p className="offquad-heading-row offquad-panel" style={{ marginTop: 24 }}>
        It may not be listed yet. Suggest it, and write its first review.
        <Button onClick={() => requestContact({ view: 'apartment', apartmentName: search.q })}>
          Can’t find your apartment?
        </Button>
      </p>
    </div>
  )
}

function adviceFor({ q }: Search, suggestions: CountedSearch[] | undefined): string {
  if (!suggestions) return 'Searching with fewer filters …'
  if (suggestions.length > 0) return 'One of these searches may find some:'
  return q === '' ? 'Try fewer or other filters.' : 'Check the spelling, or try a street.'
}

function Suggestions({ suggestions }: { suggestions: CountedSearch[] | undefined }) {
  if (!suggestions) return <div className="browse-relax" />
  if (suggestions.length === 0) return null
  return (
    <ul className="browse-relax offquad-cluster">
      {suggestions.map(({ label, relaxed, count }) => (
        <li key={label}>
          <Link to={paths.search(relaxed)} className="offquad-outline-button">
            {label}
            {count !== undefined && `: ${countText(count, 'apartment')}`}
          </Link>
        </li>
      ))}
    </ul>
  )
}

interface RelaxedSearch {
  label: string
  relaxed: Search
}

interface CountedSearch extends RelaxedSearch {
  /** undefined if the number of results is unknown */
  count: number | undefined
}

/** The relaxed searches with results, each with their number; undefined until the numbers are known. */
function useRelaxedSearches(search: Search): CountedSearch[] | undefined {
  const candidates = relaxedSearches(search)
  const counts = useQueries({
    queries: candidates.map(({ relaxed }) => ({
      ...apiQuery(countListings, { query: filterQuery(relaxed) }),
      enabled: !isOwnSearch(relaxed),
    })),
  })
  if (counts.some(({ isLoading }) => isLoading)) return undefined
  return candidates
    .map((candidate, index) => ({
      ...candidate,
      count: isOwnSearch(candidate.relaxed) ? undefined : counts[index]?.data?.count,
    }))
    .filter(({ count }) => count !== 0)
}

/** The search in areas whose names begin with its text, and without each of its parts, as long as another part remains. */
function relaxedSearches({ q, filters }: Search): RelaxedSearch[] {
  const change = (label: string, changed: SearchFilters): RelaxedSearch => ({
    label,
    relaxed: { q, filters: normalize({ ...filters, ...changed }) },
  })
  const without = (label: string, ...names: (keyof SearchFilters)[]): RelaxedSearch[] =>
    names.some((name) => filters[name] !== undefined)
      ? [change(label, Object.fromEntries(names.map((name) => [name, undefined])))]
      : []
  const candidates = [
    ...university()
      .areas.filter((area) => isNamePrefix(q, area))
      .map(({ name }) => ({
        label: `Search in ${name}`,
        relaxed: { q: '', filters: normalize({ ...filters, locations: [name] }) },
      })),
    ...without('Search in every area', 'locations'),
    ...without('Search at any price', 'minPrice', 'maxPrice'),
    ...without('Search any number of beds', 'bedrooms', 'maxBedrooms'),
    ...without('Search any number of baths', 'bathrooms'),
    ...without('Search at any distance', 'commute'),
    ...(filters.amenities ?? []).map((id) =>
      change(`Search without “${amenityName(id)}”`, {
        amenities: filters.amenities?.filter((value) => value !== id),
      }),
    ),
    ...without('Search everywhere', 'bounds'),
    ...REVIEW_TOPICS.filter((topic) => filters.without?.includes(topic)).map((topic) =>
      change(`Search even with complaints about ${TOPIC_TEXTS[topic].criticised}`, {
        without: filters.without?.filter((value) => value !== topic),
      }),
    ),
    ...without('Search for any date', 'availableBy'),
    ...(q === '' ? [] : [{ label: `Search without “${q}”`, relaxed: { q: '', filters } }]),
  ]
  return candidates.filter(({ relaxed }) => isSet(relaxed))
}
