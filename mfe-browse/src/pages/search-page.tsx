import { lazyComponent, PageContainer, StateMessage, useMediaQuery } from '@offquad/ui'
import { queryFailure, useIsHydrating, usePageTitle } from '@offquad/web-kit'
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { useLocation, useNavigate, useNavigationType, useSearchParams } from 'react-router-dom'
import { boundsOf, centerOf, mappedApartments } from '../components/apartment-map'
import { ShareButton } from '../components/share-button'
import { AreaLinks } from '../features/areas/areas'
import { ExampleSearches } from '../features/search/example-searches'
import { useRememberSearch } from '../features/search/recent-searches'
import { inMenuOrder, isSet, readSearch, type Search } from '../features/search/search'
import { SearchBar } from '../features/search/search-bar'
import { OrderMenu, SearchResults, useSearchResults } from '../features/search/search-results'
import { searchPath, useIsMapShown, useSearchPath } from '../features/search/search-view'
// After the styles of the search bar, which it overrides.
import '../features/search/search-page.css'

/** The URL holds its whole state: a reload, Back and a shared link show the same search. */
export function SearchPage() {
  const [parameters] = useSearchParams()
  const navigate = useNavigate()
  const pathOf = useSearchPath()
  const { page, ...search } = readSearch(parameters)
  useRememberSearch(search)
  usePageTitle(search.q ? `Search: ${search.q}` : 'Search')
  return (
    <div className="browse-search-page">
      <h1 className="offquad-visually-hidden">Search</h1>
      <SearchBar
        search={search}
        isLive
        isEntered={useIsEntered()}
        onSearch={(changed, isStep) => {
          const isRefined = changed.q === search.q
          // Without its last filter, a search without a text shows everything.
          const next = isRefined && !isSet(changed) ? inMenuOrder(changed, 'rating') : changed
          void navigate(pathOf(next), { replace: isStep, preventScrollReset: isRefined })
        }}
        share={
          isSet(search) && (
            <ShareButton
              className="offquad-disclosure-button"
              title={search.q ? `Search: ${search.q}` : 'Search'}
            />
          )
        }
      >
        {isSet(search) && (
          <OrderMenu
            search={search}
            onOrder={(next) => void navigate(pathOf(next), { replace: true, preventScrollReset: true })}
          />
        )}
      </SearchBar>
      {isSet(search) ? <Results search={search} page={page} /> : <EmptySearch />}
    </div>
  )
}

/** Whether the visitor followed a link to type a search. */
function useIsEntered(): boolean {
  const { state } = useLocation() as { state: { isTyped?: boolean } | null }
  return useNavigationType() === 'PUSH' && state?.isTyped === true
}

// Not among the first screen's scripts: a phone needs it only once the map is opened.
const SearchMap = lazyComponent(async () => (await import('../features/search/search-map')).SearchMap, {
  label: 'The map',
})

function Results({ search, page }: { search: Search; page: number }) {
  const results = useSearchResults(search, page)
  const [highlightedId, setHighlightedId] = useState<string>()
  const highlight = { id: highlightedId, onChange: setHighlightedId }
  const isMapShown = useIsMapShown()
  const navigate = useNavigate()
  const isNarrow = useMediaQuery('(max-width: 960px)')
  const isHydrating = useIsHydrating()
  const body = useRef<HTMLDivElement>(null)
  const { data } = results
  const listings = useMemo(() => data ?? [], [data])
  const mapped = useMemo(() => mappedApartments(listings.map(({ buildingData }) => buildingData)), [listings])
  const { center, bounds } = useFirstView(search, results.isPlaceholderData ? undefined : mapped)
  const unmapped = listings.length - mapped.length
  // Without results the map shows the university; it is hidden when there are results but none on the map.
  const hasMap = !queryFailure(results) && (listings.length === 0 || mapped.length > 0)
  const layout = hasMap ? (isMapShown ? ' browse-map-shown' : '') : ' browse-search-no-map'

  const isToggled = useRef(false)
  function toggleMap(): void {
    isToggled.current = true
    void navigate(searchPath({ ...search, page }, !isMapShown), { preventScrollReset: true })
  }
  useEffect(() => {
    // The list now lies over the map, or is back in its place.
    if (isToggled.current) body.current?.scrollIntoView()
    isToggled.current = false
  }, [isMapShown])

  return (
    <div ref={body} className={`browse-search-body${layout}`}>
      <div className="browse-search-list">
        {isMapShown && <SheetHandle body={body} />}
        <SearchResults
          search={search}
          page={page}
          results={results}
          note={unmappedNote(unmapped, listings.length)}
          // Over a narrow map, the card of its pin is in view already.
          highlight={isNarrow ? undefined : highlight}
        />
      </div>
      {hasMap && (
        <>
          <div className="browse-search-map">
            {!isHydrating && (!isNarrow || isMapShown) && (
              <SearchMap
                search={search}
                listings={listings}
                center={center}
                bounds={bounds}
                highlight={highlight}
              />
            )}
          </div>
          {(isMapShown || data?.length !== 0 || search.filters.bounds) && (
            <button
              type="button"
              className={isMapShown ? 'browse-list-toggle offquad-outline-button' : 'browse-map-toggle'}
              aria-pressed={isMapShown}
              onClick={toggleMap}
            >
              {isMapShown ? 'Show list' : 'Show map'}
            </button>
          )}
        </>
      )}
    </div>
  )
}

/** The upper edge of the list over a map: scrolling or this button slides it. */
function SheetHandle({ body }: { body: RefObject<HTMLDivElement | null> }) {
  function slide(): void {
    const list = body.current?.querySelector('.browse-search-list')
    const isDown = (list?.getBoundingClientRect().top ?? 0) > window.innerHeight / 3
    ;(isDown ? list : body.current)?.scrollIntoView({ behavior: 'smooth' })
  }
  return (
    <button
      type="button"
      className="browse-sheet-handle"
      aria-label="Slide the list up or down"
      onClick={slide}
    />
  )
}

/** Bounds around all results, and their center; neither moves while the map determines where to search. */
function useFirstView({ filters }: Search, mapped: ReturnType<typeof mappedApartments> | undefined) {
  const [view, setView] = useState<FirstView>({})
  const next = mapped && filters.bounds === undefined ? firstViewOf(mapped) : view
  if (JSON.stringify(next) !== JSON.stringify(view)) setView(next)
  return view
}

type FirstView = ReturnType<typeof firstViewOf> | { center?: undefined; bounds?: undefined }

const firstViewOf = (mapped: ReturnType<typeof mappedApartments>) => ({
  center: centerOf(mapped),
  bounds: boundsOf(mapped),
})

function unmappedNote(unmapped: number, shown: number): string | undefined {
  if (unmapped === 0) return undefined
  if (unmapped === shown) return 'None of these apartments is on the map yet.'
  return `${unmapped} of these ${shown} apartments ${unmapped === 1 ? 'is' : 'are'} not on the map.`
}

function EmptySearch() {
  return (
    <PageContainer>
      <div className="offquad-section">
        <StateMessage
          title="What are you looking for?"
          detail="Type a name, a street, a landlord or what you need: “2 bed under 1200 near campus”. Or begin with an area."
          action={<ExampleSearches />}
        />
      </div>
      <AreaLinks />
    </PageContainer>
  )
}
