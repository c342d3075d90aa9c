import './search.css'
import { type SearchFilters } from '@offquad/contracts'
import { Button, FilterChip, TextButton } from '@offquad/ui'
import { paths, useMyPlaces } from '@offquad/web-kit'
import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from 'react'
import { activeFilters, isSet, normalize, readTerms, type Search } from './search'
import { SearchFilterBar, useResettableState } from './search-filters'
import { SearchInput } from './search-input'

interface SearchBarProps {
  /** The initial search; empty by default. */
  search?: Search
  /** @param isStep true for a change within an open filter, which more changes may follow */
  onSearch: (search: Search, isStep: boolean) => void
  /** Applies each changed filter at once, where results are shown; otherwise filters wait for a button. */
  isLive?: boolean
  /** Whether the visitor came to type. */
  isEntered?: boolean
  /** At the end of the row of filters. */
  children?: ReactNode
}

const EMPTY_SEARCH: Search = { q: '', filters: {} }

/** The search form: text and filters. Submitting it empty shows a hint instead of searching. */
export function SearchBar({
  search = EMPTY_SEARCH,
  onSearch,
  isLive = false,
  isEntered = false,
  children,
}: SearchBarProps) {
  const [q, setQ] = useResettableState(search.q)
  const [filters, setFilters] = useResettableState(search.filters)
  const [isHintShown, setIsHintShown] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    // After the focus has moved to the new page.
    if (isEntered) queueMicrotask(() => focusInput(form.current))
  }, [isEntered])
  // The labels of filters name the places, which are loaded after the page.
  useMyPlaces()

  function run(next: Search): void {
    setIsHintShown(false)
    setQ(next.q)
    setFilters(next.filters)
    onSearch(next, false)
  }

  function submit(): void {
    const next = readTerms({ q, filters })
    // Without anything to search for, the results of before would be those of another search.
    if (isSet(next) || isSet(search)) return run(next)
    setIsHintShown(true)
    focusInput(form.current)
  }

  function change(changed: SearchFilters): void {
    const next = normalize(changed)
    setFilters(next)
    setIsHintShown(false)
    if (isLive) onSearch({ q: q.trim(), filters: next }, true)
  }

  /** Closes an open filter with its button. */
  function applyFilters(changed: SearchFilters): void {
    const next = normalize(changed)
    const isChanged = JSON.stringify(next) !== JSON.stringify(filters)
    if (isChanged) change(next)
    const refined = readTerms({ q, filters: next })
    if (!isLive && isSet(refined)) run(refined)
  }

  return (
    <form
      ref={form}
      role="search"
      className={isLive ? 'browse-search browse-search-live browse-search-pill' : 'browse-search'}
      // Without scripts, it is a plain form.
      action={paths.search({})}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <SearchRow
        value={q}
        filters={filters}
        onChange={(text) => {
          setQ(text)
          setIsHintShown(false)
        }}
        onSubmit={submit}
      />
      <div className="browse-filter-row offquad-cluster">
        {isLive && (
          <SearchChips
            search={{ q: search.q, filters }}
            onChange={run}
            onEmptied={() => focusInput(form.current)}
          />
        )}
        <SearchFilterBar q={q} filters={filters} hasChips={isLive} onChange={change} onShow={applyFilters} />
        {children}
      </div>
      <p role="alert" className="browse-search-hint">
        {isHintShown && 'Type a name or an address, or choose a filter.'}
      </p>
    </form>
  )
}

/** The text field and its button. */
export function SearchRow(props: ComponentProps<typeof SearchInput>) {
  return (
    <div className="browse-search-row">
      <SearchInput {...props} />
      {/* Named, because the header shows the icon alone. */}
      <Button type="primary" htmlType="submit" className="browse-search-button" aria-label="Search">
        <svg className="offquad-icon" viewBox="0 0 24 24" aria-hidden="true">
          <path d="M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM15.5 15.5l5 5" />
        </svg>
        <span>Search</span>
      </Button>
    </div>
  )
}

const focusInput = (form: HTMLFormElement | null) => form?.querySelector('input')?.focus()

interface SearchChipsProps {
  search: Search
  onChange: (search: Search) => void
  /** Called when the last chip was removed: the caller moves the focus. */
  onEmptied: () => void
}

/** The active filters as chips; clicking one removes its filter. */
function SearchChips({ search, onChange, onEmptied }: SearchChipsProps) {
  const list = useRef<HTMLUListElement>(null)
  const removedAt = useRef<number>(undefined)
  const chips = activeFilters(search)
  const labels = chips.map(({ label }) => label).join()
  useEffect(() => {
    if (removedAt.current === undefined) return
    const buttons = list.current?.querySelectorAll('button') ?? []
    const next = buttons[Math.min(removedAt.current, chips.length - 1)]
    removedAt.current = undefined
    if (next) next.focus()
    else onEmptied()
  }, [labels, chips.length, onEmptied])

  const remove = (without: Search, at: number) => {
    removedAt.current = at
    onChange(without)
  }
  if (chips.length === 0) return null
  const { initialSortBy, initialSortLowToHigh } = search.filters
  const order = initialSortBy ? { initialSortBy, initialSortLowToHigh } : {}
  return (
    <div className="browse-chips offquad-cluster">
      <ul ref={list} className="offquad-cluster" aria-label="Filters in use">
        {chips.map(({ label, without }, index) => (
          <li key={label}>
            <FilterChip label={label} onRemove={() => remove(without, index)} />
          </li>
        ))}
      </ul>
      <TextButton className="browse-clear" onClick={() => remove({ q: search.q, filters: order }, 0)}>
        Clear filters
      </TextButton>
    </div>
  )
}
