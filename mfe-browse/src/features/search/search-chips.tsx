import './search.css'
import { useEffect, useRef } from 'react'
import { chipsOf, type Search } from './search'

interface SearchChipsProps {
  search: Search
  onChange: (search: Search) => void
  /** The last chip was removed by keyboard: something else has to take the focus. */
  onEmptied: () => void
}

/** What narrows the search, each a button that takes it away again. */
export function SearchChips({ search, onChange, onEmptied }: SearchChipsProps) {
  const list = useRef<HTMLUListElement>(null)
  const removedAt = useRef<number>(undefined)
  const chips = chipsOf(search)
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
    <ul ref={list} className="browse-chips" aria-label="Filters in use">
      {chips.map(({ label, without }, index) => (
        <li key={label}>
          <button type="button" aria-label={`Remove filter: ${label}`} onClick={() => remove(without, index)}>
            {label}
            <svg viewBox="0 0 12 12" aria-hidden="true">
              <path d="m2 2 8 8M10 2l-8 8" stroke="currentColor" strokeWidth="1.8" strokeLinecap="round" />
            </svg>
          </button>
        </li>
      ))}
      <li>
        <button
          type="button"
          className="browse-clear"
          onClick={() => remove({ q: search.q, filters: order }, 0)}
        >
          Clear filters
        </button>
      </li>
    </ul>
  )
}
