import './reviews.css'
import { MAX_REVIEW_QUERY, type ReviewSort, type ReviewSummary } from '@offquad/contracts'
import { Checkbox, Choice, ChoiceRow, Disclosure, FilterChip, Input, TextButton } from '@offquad/ui'
import { countText } from '@offquad/web-kit'
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import {
  filterChips,
  isFiltered,
  NO_FILTER,
  type ReviewFilter,
  type ReviewFilterState,
  toggleStars,
} from './review-filter'

const SORT_OPTIONS: { value: ReviewSort; label: string }[] = [
  { value: 'recent', label: 'Recent' },
  { value: 'helpful', label: 'Helpful' },
  { value: 'highest', label: 'Highest rating' },
  { value: 'lowest', label: 'Lowest rating' },
]

interface FilterControlsProps extends ReviewFilterState {
  summary: ReviewSummary
}

/** Search, filters and sort order of a list of reviews. */
export function FilterControls({ summary, filter, change }: FilterControlsProps) {
  const isSearched = filter.q !== ''
  return (
    <div className="reviews-tools offquad-cluster offquad-tight">
      <SearchField
        value={filter.q}
        // A single history entry per search, regardless of pauses in typing.
        onChange={(q) => change({ q }, { replace: isSearched && q !== '' })}
      />
      <FilterPanel summary={summary} filter={filter} change={change} />
      <Choice
        label="Sort by"
        isLabelHidden
        value={filter.sort}
        options={SORT_OPTIONS}
        onChange={(sort) => change({ sort })}
      />
    </div>
  )
}

/** The filters that would exclude some reviews; nothing without any. */
function FilterPanel({ summary, filter, change }: FilterControlsProps) {
  const { stars, withPhotos, total } = summary
  const years = summary.years.map(({ year }) => year)
  const bedrooms = summary.bedrooms.map((group) => group.bedrooms)
  const hasStars = stars.filter(({ count }) => count > 0).length > 1 || filter.stars.length > 0
  const hasYears = years.length > 1 || filter.year !== undefined
  const hasBedrooms = bedrooms.length > 1 || filter.bedrooms !== undefined
  const hasPhotos = (withPhotos > 0 && withPhotos < total) || filter.withPhotos
  if (!hasStars && !hasYears && !hasBedrooms && !hasPhotos) return null
  return (
    <Disclosure label="Filter" isSet={isFiltered({ ...filter, q: '', topicFilter: undefined })}>
      {hasStars && (
        <fieldset className="offquad-stack offquad-tight">
          <legend>Stars</legend>
          {stars.map(({ stars: rating, count }) => (
            <Checkbox
              key={rating}
              checked={filter.stars.includes(rating)}
              onChange={() => change({ stars: toggleStars(filter.stars, rating) })}
            >
              <span className={count === 0 ? 'offquad-soft' : undefined}>{countText(rating, 'star')}</span>{' '}
              <span className="offquad-note">({count})</span>
            </Checkbox>
          ))}
        </fieldset>
      )}
      {hasYears && (
        <NumberFilter
          label="Year"
          numbers={years}
          value={filter.year}
          onChange={(year) => change({ year })}
        />
      )}
      {hasBedrooms && (
        <NumberFilter
          label="Bedrooms"
          numbers={bedrooms}
          value={filter.bedrooms}
          onChange={(count) => change({ bedrooms: count })}
        />
      )}
      {hasPhotos && (
        <Checkbox checked={filter.withPhotos} onChange={() => change({ withPhotos: !filter.withPhotos })}>
          With pictures
        </Checkbox>
      )}
    </Disclosure>
  )
}

interface NumberFilterProps {
  label: string
  /** The numbers that occur among the reviews. */
  numbers: number[]
  value: number | undefined
  onChange: (value: number | undefined) => void
}

function NumberFilter({ label, numbers, value, onChange }: NumberFilterProps) {
  return (
    <ChoiceRow
      label={label}
      value={value ?? 0}
      options={[
        { value: 0, label: 'Any' },
        ...numbers.map((number) => ({ value: number, label: String(number) })),
      ]}
      onChange={(chosen) => onChange(chosen || undefined)}
    />
  )
}

const TYPING_PAUSE_MS = 300

interface SearchFieldProps {
  value: string
  onChange: (value: string) => void
}

/** Searches the texts of reviews when typing pauses. */
function SearchField({ value, onChange }: SearchFieldProps) {
  const id = useId()
  const [typed, setTyped] = useState(value)
  const sent = useRef(value)
  useEffect(() => {
    if (value === sent.current) return
    // Back or "Clear filters" changed the value: it overrides the typed text.
    sent.current = value
    setTyped(value)
  }, [value])

  function send(): void {
    const next = typed.trim()
    if (next === sent.current) return
    sent.current = next
    onChange(next)
  }
  // An effect event, because another filter may be chosen during the pause.
  const sendLater = useEffectEvent(send)
  useEffect(() => {
    const timer = setTimeout(() => sendLater(), TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed])

  return (
    <form
      className="reviews-search"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <label htmlFor={id} className="offquad-visually-hidden">
        Search in reviews
      </label>
      <Input
        id={id}
        value={typed}
        placeholder="Search"
        maxLength={MAX_REVIEW_QUERY}
        autoComplete="off"
        enterKeyHint="search"
        onChange={({ target }) => setTyped(target.value)}
      />
    </form>
  )
}

interface ActiveFiltersProps extends ReviewFilterState {
  /** The number of matching reviews; undefined while loading. */
  matching: number | undefined
  total: number
  /** Called when a chip, and the keyboard focus with it, is removed. */
  onRemoved: () => void
}

/** Chips that remove one filter each; nothing if none is set. */
export function ActiveFilters({ filter, change, matching, total, onRemoved }: ActiveFiltersProps) {
  if (!isFiltered(filter)) return null
  const remove = (part: Partial<ReviewFilter>) => {
    change(part)
    onRemoved()
  }
  return (
    <div className="reviews-active offquad-cluster offquad-tight">
      <p>{matching === undefined ? 'Searching …' : `${matching} of ${countText(total, 'review')}`}</p>
      <ul className="offquad-cluster offquad-tight" aria-label="Filters in use">
        {filterChips(filter).map(({ text, without }) => (
          <li key={text}>
            <FilterChip label={text} onRemove={() => remove(without)} />
          </li>
        ))}
      </ul>
      {/* If nothing matches, the empty state has this button. */}
      {matching !== 0 && (
        <TextButton onClick={() => remove({ ...NO_FILTER, sort: filter.sort })}>Clear filters</TextButton>
      )}
    </div>
  )
}
