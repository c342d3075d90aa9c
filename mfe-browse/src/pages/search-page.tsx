import '../features/search/search-page.css'
import { ListingCard, StateMessage } from '@offquad/ui'
import { describeListing, paths, queryFailure, usePageTitle } from '@offquad/web-kit'
import { useMemo, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { ApartmentMap, mappedApartments } from '../components/apartment-map'
import { AreaLinks } from '../features/areas/areas'
import { isSet, readSearch, type Search } from '../features/search/search'
import { SearchBar } from '../features/search/search-bar'
import { SearchResults, useSearchResults } from '../features/search/search-results'

/** The URL holds its whole state: a reload, Back and a shared link show the same search. */
export function SearchPage() {
  const [parameters] = useSearchParams()
  const navigate = useNavigate()
  const { page, ...search } = readSearch(parameters)
  usePageTitle(search.q ? `Search: ${search.q}` : 'Search')
  return (
    <div className="browse-search-page">
      <h1 className="offquad-visually-hidden">Search</h1>
      <SearchBar
        search={search}
        isLive
        onSearch={(next, isStep) => {
          const isRefined = next.q === search.q
          void navigate(paths.search(next), { replace: isStep, preventScrollReset: isRefined })
        }}
      />
      {isSet(search) ? <Results search={search} page={page} /> : <EmptySearch />}
    </div>
  )
}

function Results({ search, page }: { search: Search; page: number }) {
  const navigate = useNavigate()
  const results = useSearchResults(search, page)
  const [hoveredId, setHoveredId] = useState<string>()
  const [isMapShown, setIsMapShown] = useState(false)
  const { data } = results
  const listings = useMemo(() => data ?? [], [data])
  const mapped = useMemo(() => mappedApartments(listings.map(({ buildingData }) => buildingData)), [listings])
  const unmapped = listings.length - mapped.length
  // Without results the map shows the university; it is hidden when there are results but none on the map.
  const hasMap = !queryFailure(results) && (listings.length === 0 || mapped.length > 0)
  const layout = hasMap ? (isMapShown ? ' browse-map-shown' : '') : ' browse-search-no-map'
  return (
    <div className={`browse-search-body${layout}`}>
      <div className="browse-search-list">
        <SearchResults
          search={search}
          page={page}
          results={results}
          note={unmappedNote(unmapped, listings.length)}
          onHover={setHoveredId}
          onOrder={(next) => void navigate(paths.search(next), { replace: true, preventScrollReset: true })}
        />
      </div>
      {hasMap && (
        <>
          <div className="browse-search-map">
            <ApartmentMap
              label="Map of the results"
              apartments={mapped}
              activeId={hoveredId}
              onActive={setHoveredId}
              renderCard={(id) => {
                const listing = listings.find(({ buildingData }) => buildingData.id === id)
                return listing && <ListingCard {...describeListing(listing)} />
              }}
            />
          </div>
          <button
            type="button"
            className="browse-map-toggle"
            aria-pressed={isMapShown}
            onClick={() => setIsMapShown((wasShown) => !wasShown)}
          >
            {isMapShown ? 'Show list' : 'Show map'}
          </button>
        </>
      )}
    </div>
  )
}

function unmappedNote(unmapped: number, shown: number): string | undefined {
  if (unmapped === 0) return undefined
  if (unmapped === shown) return 'None of these apartments is on the map yet.'
  return `${unmapped} of these ${shown} apartments ${unmapped === 1 ? 'is' : 'are'} not on the map.`
}

function EmptySearch() {
  return (
    <>
      <div className="browse-search-start">
        <StateMessage
          title="What are you looking for?"
          detail="Type a name, a street, a landlord or what you need: “2 bed under 1200 near campus”. Or begin with an area."
        />
      </div>
      <AreaLinks />
    </>
  )
}
