import './search.css'
import { type SearchFilters } from '@offquad/contracts'
import { Button, Icon } from '@offquad/ui'
import { paths, useMyPlaces } from '@offquad/web-kit'
import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from 'react'
import { activeFilters, isSet, normalize, readTerms, type Search } from './search'
import { SearchFilterBar, SearchParts, useResettableState } from './search-filters'
import { SearchInput } from './search-input'

interface SearchBarProps {
  /** The initial search; empty by default. */
  search?: Search
  /** @param isStep true for a change within an open filter, which more changes may follow */
  onSearch: (search: Search, isStep: boolean) => void
  /** Applies each changed filter at once, beside the results; otherwise filters wait for a button. */
  isLive?: boolean
  /** Whether the visitor came to type. */
  isEntered?: boolean
  /** After the last filter. */
  share?: ReactNode
  /** At the end of the row of filters, always in view. */
  children?: ReactNode
}

const EMPTY_SEARCH: Search = { q: '', filters: {} }

/** The search form: text and filters. Submitting it empty shows a hint instead of searching. */
export function SearchBar({
  search = EMPTY_SEARCH,
  onSearch,
  isLive = false,
  isEntered = false,
  share,
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
    // An empty search still runs when results are shown: they belong to the previous search.
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

  /** Unlike a step, a removal can be undone by Back. */
  function remove(left: SearchFilters): void {
    const next = normalize(left)
    if (isLive) run({ q: search.q, filters: next })
    else change(next)
    // The button that clears all has disappeared; the text field would open the keyboard of a phone.
    if (activeFilters(next).length === 0)
      form.current?.querySelector<HTMLElement>('.offquad-disclosure-button')?.focus()
  }

  /** Closes an open filter with its button. */
  function applyFilters(changed: SearchFilters): void {
    const next = normalize(changed)
    const isChanged = JSON.stringify(next) !== JSON.stringify(filters)
    if (isChanged) change(next)
    const refined = readTerms({ q, filters: next })
    if (!isLive && isSet(refined)) run(refined)
  }

  const shared = { q, filters, onChange: change, onRemove: remove, onShow: applyFilters }
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
        title={isLive ? undefined : 'Where'}
      >
        {!isLive && <SearchParts {...shared} />}
      </SearchRow>
      <div className="browse-filter-row offquad-cluster">
        <SearchFilterBar {...shared} isRest={!isLive}>
          {share}
        </SearchFilterBar>
        {children}
      </div>
      <p role="alert" className="browse-search-hint">
        {isHintShown && 'Type a name or an address, or choose a filter.'}
      </p>
    </form>
  )
}

/** The text field, other parts of the search, and its button. */
export function SearchRow({
  children,
  ...props
}: ComponentProps<typeof SearchInput> & { children?: ReactNode }) {
  return (
    <div className="browse-search-row">
      <SearchInput {...props} />
      {children}
      {/* Named, because the header shows the icon alone. */}
      <Button type="primary" htmlType="submit" className="browse-search-button" aria-label="Search">
        <Icon path="M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM15.5 15.5l5 5" />
        <span>Search</span>
      </Button>
    </div>
  )
}

const focusInput = (form: HTMLFormElement | null) => form?.querySelector('input')?.focus()
