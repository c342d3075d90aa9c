import './search.css'
import { countListings, type Listing, searchListings } from '@offquad/contracts'
import { Choice } from '@offquad/ui'
import { apiQuery, countText, LoadFailure, RATING_ORDER_HINT, useApi } from '@offquad/web-kit'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ListingGrid } from '../../components/listing-grid'
import { NoResults } from './no-results'
import { PageLinks } from './page-links'
import {
  filterQuery,
  inMenuOrder,
  isByRating,
  listingQuery,
  menuOrderOf,
  PAGE_SIZE,
  type Search,
  SEARCH_ORDERS,
  type SearchOrder,
} from './search'

/** One page of results; the previous one stays, dimmed, until the next is here. */
export function useSearchResults(search: Search, page: number) {
  return useQuery({
    ...apiQuery(searchListings, { query: listingQuery(search, page) }),
    placeholderData: keepPreviousData,
  })
}

interface SearchResultsProps {
  search: Search
  page: number
  results: ReturnType<typeof useSearchResults>
  /** A sentence about all of them, under their count. */
  note?: string
  onOrder: (search: Search) => void
  /** The listing under the pointer or the focus, undefined when none is. */
  onHover: (id: string | undefined) => void
}

export function SearchResults({ search, page, results, note, onOrder, onHover }: SearchResultsProps) {
  const { data: listings, error, refetch, isPlaceholderData } = results
  const { data } = useApi(countListings, { query: filterQuery(search) })
  if (error && !listings)
    return <LoadFailure title="The search cannot be run right now." error={error} onRetry={refetch} />
  if (listings?.length === 0 && page === 1) return <NoResults search={search} />
  return (
    <section aria-label="Results" aria-busy={isPlaceholderData}>
      <div className="browse-results-head">
        <h2>
          <span role="status">{headline(listings, data?.count)}</span>
        </h2>
        <OrderMenu search={search} onOrder={onOrder} />
        {isByRating(search) && <p className="browse-results-note">{RATING_ORDER_HINT}</p>}
        {note && <p className="browse-results-note">{note}</p>}
      </div>
      <div className={isPlaceholderData ? 'browse-stale' : undefined}>
        <ListingGrid listings={listings} expected={PAGE_SIZE} onHover={onHover} />
      </div>
      <PageLinks search={search} page={page} count={data?.count} />
    </section>
  )
}

function headline(listings: Listing[] | undefined, count: number | undefined): string {
  if (!listings) return 'Searching …'
  if (count !== undefined) return countText(count, 'apartment') ?? ''
  return listings.length < PAGE_SIZE ? (countText(listings.length, 'apartment') ?? '') : 'Apartments'
}

function OrderMenu({ search, onOrder }: Pick<SearchResultsProps, 'search' | 'onOrder'>) {
  const orders = Object.entries(SEARCH_ORDERS) as [SearchOrder, { label: string }][]
  const current = menuOrderOf(search)
  return (
    <Choice
      label="Sort by"
      value={current ?? 'rating'}
      options={orders
        // Without a text there is nothing to match.
        .filter(([order]) => order !== 'match' || search.q !== '')
        .map(([value, { label }]) => ({ value, label }))}
      onChange={(order) => onOrder(inMenuOrder(search, order))}
    />
  )
}
