import './search.css'
import { type SearchFilters } from '@offquad/contracts'
import { Button } from '@offquad/ui'
import { useRef, useState } from 'react'
import { isSet, normalize, readTerms, type Search } from './search'
import { SearchChips } from './search-chips'
import { SearchFilterBar } from './search-filters'
import { SearchInput } from './search-input'
import { useDraft } from './use-draft'

interface SearchBarProps {
  /** Where it begins; nothing unless a search is being shown. */
  search?: Search
  /** @param isStep it is one of several changes within an open filter */
  onSearch: (search: Search, isStep: boolean) => void
  /** Beside results a changed filter counts at once; elsewhere filters wait for a button. */
  isLive?: boolean
}

const NOTHING: Search = { q: '', filters: {} }

/** A text and filters; searches only when something is typed or chosen, and says so otherwise. */
export function SearchBar({ search = NOTHING, onSearch, isLive = false }: SearchBarProps) {
  const [q, setQ] = useDraft(search.q)
  const [filters, setFilters] = useDraft(search.filters)
  const [isHintShown, setIsHintShown] = useState(false)
  const form = useRef<HTMLFormElement>(null)

  function run(next: Search): void {
    setIsHintShown(false)
    setQ(next.q)
    setFilters(next.filters)
    onSearch(next, false)
  }

  function submit(): void {
    const next = readTerms({ q, filters })
    if (isSet(next)) run(next)
    else setIsHintShown(true)
  }

  function change(changed: SearchFilters): void {
    const next = normalize(changed)
    setFilters(next)
    setIsHintShown(false)
    if (isLive) onSearch({ q: q.trim(), filters: next }, true)
  }

  /** What an open filter's button does. */
  function show(changed: SearchFilters): void {
    const next = normalize(changed)
    const isChanged = JSON.stringify(next) !== JSON.stringify(filters)
    if (isChanged) change(next)
    const asked = readTerms({ q, filters: next })
    if (!isLive && isSet(asked)) run(asked)
  }

  return (
    <form
      ref={form}
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
          filters={filters}
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
      <SearchFilterBar q={q} filters={filters} hasChips={isLive} onChange={change} onShow={show} />
      {isLive && (
        <SearchChips
          search={{ q: search.q, filters }}
          onChange={run}
          onEmptied={() => focusText(form.current)}
        />
      )}
      <p role="alert" className="browse-search-hint">
        {isHintShown && 'Type a name or an address, or choose a filter.'}
      </p>
    </form>
  )
}

const focusText = (form: HTMLFormElement | null) => form?.querySelector('input')?.focus()
