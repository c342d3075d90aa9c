import '../features/search/search-page.css'
import { StateMessage } from '@offquad/ui'
import { paths, usePageTitle } from '@offquad/web-kit'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { AreaLinks } from '../features/areas/area-links'
import { isPlaced, ResultsMap } from '../features/search/results-map'
import { isSet, readSearch, type Search } from '../features/search/search'
import { SearchBar } from '../features/search/search-bar'
import { SearchResults, useSearchResults } from '../features/search/search-results'

/** Its state is its address: a reload, Back and a shared link show the same search. */
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
      {isSet(search) ? <Results search={search} page={page} /> : <NothingAsked />}
    </div>
  )
}

function Results({ search, page }: { search: Search; page: number }) {
  const navigate = useNavigate()
  const results = useSearchResults(search, page)
  const [hoveredId, setHoveredId] = useState<string>()
  const [isMapShown, setIsMapShown] = useState(false)
  const listings = results.data ?? []
  const unplaced = listings.filter((listing) => !isPlaced(listing)).length
  const hasFailed = results.error !== null && !results.data
  // Without results the map shows the university; with results that it cannot show it only takes their room.
  const hasMap = !hasFailed && (listings.length === 0 || unplaced < listings.length)
  const layout = hasMap ? (isMapShown ? ' browse-map-shown' : '') : ' browse-search-no-map'
  return (
    <div className={`browse-search-body${layout}`}>
      <div className="browse-search-list">
        <SearchResults
          search={search}
          page={page}
          results={results}
          note={unplacedNote(unplaced, listings.length)}
          onHover={setHoveredId}
          onOrder={(next) => void navigate(paths.search(next), { replace: true, preventScrollReset: true })}
        />
      </div>
      {hasMap && (
        <>
          <div className="browse-search-map">
            <ResultsMap listings={listings} activeId={hoveredId} onActive={setHoveredId} />
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

function unplacedNote(unplaced: number, shown: number): string | undefined {
  if (unplaced === 0) return undefined
  if (unplaced === shown) return 'None of these places is on the map yet.'
  return `${unplaced} of these ${shown} places ${unplaced === 1 ? 'is' : 'are'} not on the map.`
}

function NothingAsked() {
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
