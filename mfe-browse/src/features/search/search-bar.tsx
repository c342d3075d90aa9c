import './search.css'
import { Button } from '@offquad/ui'
import { useState } from 'react'
import { isSet, normalize, type Search } from './search'
import { SearchFilterBar } from './search-filters'
import { SearchInput } from './search-input'
import { useDraft } from './use-draft'

interface SearchBarProps {
  /** Where it begins; nothing unless a search is being shown. */
  search?: Search
  onSearch: (search: Search) => void
  /** Beside results a changed filter counts at once; elsewhere they wait for the button. */
  isLive?: boolean
}

const NOTHING: Search = { q: '', filters: {} }

/** A text and filters; searches only when something is asked for, and says so otherwise. */
export function SearchBar({ search = NOTHING, onSearch, isLive = false }: SearchBarProps) {
  const [q, setQ] = useDraft(search.q)
  const [filters, setFilters] = useDraft(search.filters)
  const [isHintShown, setIsHintShown] = useState(false)

  function submit(): void {
    const asked = { q: q.trim(), filters }
    setIsHintShown(!isSet(asked))
    if (isSet(asked)) onSearch(asked)
  }

  return (
    <form
      role="search"
      className="browse-search"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <div className="browse-search-row">
        <SearchInput
          value={q}
          onChange={(text) => {
            setQ(text)
            setIsHintShown(false)
          }}
          onSubmit={submit}
        />
        <Button type="primary" htmlType="submit" className="browse-search-button">
          Search
        </Button>
      </div>
      <SearchFilterBar
        filters={filters}
        onChange={(changed) => {
          const next = normalize(changed)
          setFilters(next)
          setIsHintShown(false)
          if (isLive) onSearch({ q: q.trim(), filters: next })
        }}
      />
      <p role="alert" className="browse-search-hint">
        {isHintShown && 'Type a name or an address, or choose a filter.'}
      </p>
    </form>
  )
}
