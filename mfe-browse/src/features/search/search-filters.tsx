import './search.css'
import {
  AMENITIES,
  AMENITY_IDS,
  countListings,
  Day,
  PRICE_DIGITS,
  REVIEW_TOPICS,
  type SearchFilters,
  TOPIC_TEXTS,
} from '@offquad/contracts'
import { Checkbox, Disclosure, FilterChip, Input, Stepper, TextButton } from '@offquad/ui'
import { apiQuery, conforms, countText, priceText, university, useDebounced } from '@offquad/web-kit'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useDeferredValue, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { CommuteFilter } from './commute-filter'
import { activeFilters, filterQuery, isOwnSearch, isSet, normalize, readTerms, type Search } from './search'

interface FilterProps {
  /** The text of the search. */
  q: string
  filters: SearchFilters
  onChange: (filters: SearchFilters) => void
  /** Called with the remaining filters when some are removed. */
  onRemove: (filters: SearchFilters) => void
  /** Runs the search with these filters. */
  onShow: (filters: SearchFilters) => void
  /** After the last filter. */
  children?: ReactNode
}

const MAX_ROOMS = 6

/** The filters of a search, each kind behind a button, which shows and clears its value. */
export function SearchFilterBar({ isRest = false, ...props }: FilterProps & { isRest?: boolean }) {
  const { filters, onRemove, children } = props
  const { initialSortBy, initialSortLowToHigh, bounds } = filters
  const { length: active } = activeFilters(filters)
  return (
    <div
      className="browse-filters offquad-scroll-row offquad-cluster offquad-tight"
      role="group"
      aria-label="Filters"
    >
      {bounds && (
        <FilterChip
          label="This part of the map"
          onRemove={() => onRemove({ ...filters, bounds: undefined })}
        />
      )}
      <LocationFilter {...props} />
      {!isRest && <PriceFilter {...props} />}
      <RoomsFilter {...props} />
      {!isRest && <WayFilter {...props} />}
      <MoveInFilter {...props} />
      <MoreFilters {...props} />
      {children}
      {active > 0 && (
        <TextButton
          className="browse-clear"
          onClick={() => onRemove({ initialSortBy, initialSortLowToHigh })}
        >
          {`Clear (${active})`}
          <span className="offquad-visually-hidden">{active === 1 ? ' filter' : ' filters'}</span>
        </TextButton>
      )}
    </div>
  )
}

/** Filters that most people begin with, as parts of the field: the bar has the others. */
export function SearchParts(props: FilterProps) {
  return (
    <>
      <PriceFilter {...props} title="Price" name="Any price" />
      <WayFilter {...props} title="Walk to class" name="Any distance" />
    </>
  )
}

/** Props of a filter that is also a part of the field. */
type PartProps = FilterProps & Partial<Pick<FilterPanelProps, 'title' | 'name'>>

function WayFilter(props: PartProps) {
  const { filters } = props
  // "15 min walk of Ho Plaza": a narrow button cuts the end, which names the place.
  const value = labelsOf({ commute: filters.commute }).replace(/^Within /, '')
  return (
    <FilterPanel name="Commute" {...props} value={value} parts={['commute']}>
      <CommuteFilter {...props} />
    </FilterPanel>
  )
}

interface FilterPanelProps extends FilterProps {
  title?: string
  /** Label of the button while nothing is chosen. */
  name: string
  /** The chosen value. */
  value?: string
  /** The fields that it filters by. */
  parts: (keyof SearchFilters)[]
  /** The filters with the panel's unsaved input. */
  draft?: SearchFilters
}

/** A filter behind a button. */
function FilterPanel(props: FilterPanelProps) {
  const { q, filters, title, name, value, parts, draft = filters, onRemove, onShow, children } = props
  const isSet = parts.some((part) => filters[part] !== undefined)
  return (
    <Disclosure
      label={(isSet && value) || name}
      title={title}
      heading={title ?? name}
      isSet={isSet}
      doneLabel={<ShowResults search={{ q, filters: normalize(draft) }} />}
      onDone={() => onShow(draft)}
      onClear={
        title === undefined
          ? () => onRemove({ ...filters, ...Object.fromEntries(parts.map((part) => [part, undefined])) })
          : undefined
      }
    >
      {children}
    </Disclosure>
  )
}

/** The labels of some filters: '2+ beds, 1+ baths'. */
const labelsOf = (filters: SearchFilters): string => activeFilters(filters).join(', ')

function LocationFilter(props: FilterProps) {
  const { filters, onChange } = props
  const { locations = [] } = filters
  return (
    <FilterPanel {...props} name="Location" value={locations.join(', ')} parts={['locations']}>
      <Checks
        ids={university().areas.map(({ name }) => name)}
        chosen={locations}
        textOf={(name) => name}
        onChange={(next) => onChange({ ...filters, locations: next })}
      />
    </FilterPanel>
  )
}

/** Keeps the first digits of typed or pasted text. */
const priceDigits = (typed: string): string => typed.replace(/\D/g, '').slice(0, PRICE_DIGITS)

function PriceFilter(props: PartProps) {
  const { filters, onChange } = props
  const id = useId()
  const { minPrice = '', maxPrice = '' } = filters
  // Applied on blur: half a price would be a different one.
  const [draft, setDraft] = useResettableState({ minPrice, maxPrice })
  const commit = () => {
    if (draft.minPrice !== minPrice || draft.maxPrice !== maxPrice) onChange({ ...filters, ...draft })
  }
  const field = (name: 'minPrice' | 'maxPrice', label: string) => (
    <p>
      <label htmlFor={`${id}${name}`}>{label}</label>
      <Input
        id={`${id}${name}`}
        value={draft[name]}
        prefix="$"
        inputMode="numeric"
        autoComplete="off"
        placeholder="Any"
        onChange={({ target }) => setDraft({ ...draft, [name]: priceDigits(target.value) })}
        onBlur={commit}
        onPressEnter={commit}
      />
    </p>
  )
  return (
    <FilterPanel
      name="Price"
      {...props}
      value={priceRange(minPrice, maxPrice)}
      parts={['minPrice', 'maxPrice']}
      draft={{ ...filters, ...draft }}
    >
      <p className="browse-filter-hint offquad-note">Rent of one person a month</p>
      <div className="browse-prices">
        {field('minPrice', 'At least')}
        {field('maxPrice', 'At most')}
      </div>
    </FilterPanel>
  )
}

function priceRange(min: string, max: string): string | undefined {
  const [from, to] = [min, max].map((price) => priceText(price === '' ? null : Number(price)))
  if (from && to) return `${from} to ${to}`
  if (from) return `From ${from}`
  return to && `Up to ${to}`
}

function RoomsFilter(props: FilterProps) {
  const { filters, onChange } = props
  const { bedrooms = 0, maxBedrooms, bathrooms = 0 } = filters
  return (
    <FilterPanel
      {...props}
      name="Beds & Baths"
      value={labelsOf({ bedrooms, maxBedrooms, bathrooms })}
      parts={['bedrooms', 'maxBedrooms', 'bathrooms']}
    >
      <Stepper
        label="Beds"
        value={bedrooms}
        max={MAX_ROOMS}
        onChange={(count) => onChange({ ...filters, bedrooms: count, maxBedrooms: undefined })}
      />
      <Stepper
        label="Baths"
        value={bathrooms}
        max={MAX_ROOMS}
        onChange={(count) => onChange({ ...filters, bathrooms: count })}
      />
    </FilterPanel>
  )
}

function MoveInFilter(props: FilterProps) {
  const { filters, onChange } = props
  const id = useId()
  const { availableBy = '' } = filters
  // A partly typed date may be invalid, or in another year.
  const [draft, setDraft] = useResettableState(availableBy)
  const typed = { ...filters, availableBy: conforms(Day, draft) ? draft : undefined }
  const commit = () => {
    if (draft !== availableBy) onChange(typed)
  }
  return (
    <FilterPanel
      {...props}
      name="Move-in date"
      value={labelsOf({ availableBy })}
      parts={['availableBy']}
      draft={typed}
    >
      <p className="browse-filter-hint offquad-note">Rooms that are available on this day at the latest</p>
      <label htmlFor={id}>Available by</label>
      <Input
        id={id}
        type="date"
        value={draft}
        onChange={({ target }) => setDraft(target.value)}
        onBlur={commit}
        onPressEnter={commit}
      />
    </FilterPanel>
  )
}

/** Rarely used filters: amenities, and complaints that no review may have. */
function MoreFilters(props: FilterProps) {
  const { filters, onChange } = props
  const { amenities = [], without = [] } = filters
  const labels = activeFilters({ amenities, without }).map((label) => label.replace('complaints about ', ''))
  return (
    <FilterPanel
      {...props}
      name="More filters"
      value={labels.length === 1 ? `More: ${labels.join('')}` : `More filters (${labels.length})`}
      parts={['amenities', 'without']}
    >
      <fieldset className="browse-checks">
        <legend>Amenities</legend>
        <Checks
          ids={AMENITY_IDS}
          chosen={amenities}
          textOf={(id) => AMENITIES[id]}
          onChange={(next) => onChange({ ...filters, amenities: next })}
        />
      </fieldset>
      <fieldset className="browse-checks">
        <legend>Reviews without complaints about</legend>
        <Checks
          ids={REVIEW_TOPICS}
          chosen={without}
          textOf={(topic) => TOPIC_TEXTS[topic].criticised}
          onChange={(next) => onChange({ ...filters, without: next })}
        />
      </fieldset>
    </FilterPanel>
  )
}

interface ChecksProps<Id extends string> {
  ids: readonly Id[]
  chosen: readonly string[]
  textOf: (id: Id) => string
  onChange: (chosen: Id[]) => void
}

const Checks = <Id extends string>({ ids, chosen, textOf, onChange }: ChecksProps<Id>) =>
  ids.map((id) => (
    <Checkbox
      key={id}
      checked={chosen.includes(id)}
      onChange={({ target }) =>
        onChange(ids.filter((item) => (item === id ? target.checked : chosen.includes(item))))
      }
    >
      {textOf(id)}
    </Checkbox>
  ))

const DEBOUNCE_MS = 150

/** The label of the button that closes a filter. Understanding the text takes longer than the tap that opens the filter should. */
function ShowResults(props: { search: Search }) {
  const search = useDeferredValue<Search | null>(props.search, null)
  return search ? <CountedResults search={search} /> : 'Show apartments'
}

/** The number of matching apartments. */
function CountedResults({ search }: { search: Search }) {
  const query = useDebounced(JSON.stringify(filterQuery(readTerms(search))), DEBOUNCE_MS)
  const { data } = useQuery({
    ...apiQuery(countListings, { query: JSON.parse(query) }),
    // Without a filter there is nothing to count.
    enabled: query !== '{}' && !isOwnSearch(search),
    placeholderData: keepPreviousData,
  })
  const label = resultsLabel(search, data?.count)
  // The key makes React replace the element even if a translation has changed its text.
  return <span key={label}>{label}</span>
}

function resultsLabel(search: Search, count: number | undefined): string {
  if (!isSet(search)) return 'Done'
  if (count === undefined || isOwnSearch(search)) return 'Show apartments'
  return count === 0 ? 'No apartments match' : `Show ${countText(count, 'apartment') ?? ''}`
}

/**
 * State that is reset to `value` whenever `value` changes (compared as JSON), and on Back and Forward to another history entry:
 * these may lead to the value that is still shown, before the change that the draft started has been rendered.
 */
export function useResettableState<T>(value: T) {
  const [draft, setDraft] = useState(value)
  const serialized = JSON.stringify(value)
  const [previous, setPrevious] = useState(serialized)
  if (previous !== serialized) {
    setPrevious(serialized)
    setDraft(value)
  }
  const entry = useRef<unknown>(undefined)
  useEffect(() => {
    entry.current = keyOfEntry()
  })
  const discard = useEffectEvent(() => {
    // Closing a dialog goes back to the page's history entry, which has the same key.
    if (keyOfEntry() !== entry.current) setDraft(value)
  })
  useEffect(() => {
    const onPopState = () => discard()
    window.addEventListener('popstate', onPopState)
    return () => window.removeEventListener('popstate', onPopState)
  }, [])
  return [draft, setDraft] as const
}

const keyOfEntry = (): unknown => (window.history.state as { key?: unknown } | null)?.key
