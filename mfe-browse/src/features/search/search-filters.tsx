import './search.css'
import { PRICE_DIGITS, type SearchFilters } from '@offquad/contracts'
import { Checkbox, Disclosure, Input, Stepper } from '@offquad/ui'
import { priceText, university } from '@offquad/web-kit'
import { useId } from 'react'
import { useDraft } from './use-draft'

interface FilterProps {
  filters: SearchFilters
  onChange: (filters: SearchFilters) => void
}

const MOST_ROOMS = 6

/** What narrows a search, each kind behind a button that says what is chosen. */
export function SearchFilterBar({ filters, onChange }: FilterProps) {
  const isAnySet = [
    filters.locations,
    filters.minPrice,
    filters.maxPrice,
    filters.bedrooms,
    filters.bathrooms,
  ].some((value) => value !== undefined)
  return (
    <div className="browse-filters" role="group" aria-label="Filters">
      <LocationFilter filters={filters} onChange={onChange} />
      <PriceFilter filters={filters} onChange={onChange} />
      <RoomsFilter filters={filters} onChange={onChange} />
      {isAnySet && (
        <button
          type="button"
          className="browse-clear"
          onClick={() =>
            onChange({
              initialSortBy: filters.initialSortBy,
              initialSortLowToHigh: filters.initialSortLowToHigh,
            })
          }
        >
          Clear filters
        </button>
      )}
    </div>
  )
}

function LocationFilter({ filters, onChange }: FilterProps) {
  const { locations = [] } = filters
  return (
    <Disclosure label={locations.join(', ') || 'Location'} isSet={locations.length > 0}>
      {university().areas.map(({ id, name }) => (
        <p key={id} className="browse-check">
          <Checkbox
            checked={locations.includes(name)}
            onChange={({ target }) =>
              onChange({
                ...filters,
                locations: target.checked
                  ? [...locations, name]
                  : locations.filter((other) => other !== name),
              })
            }
          >
            {name}
          </Checkbox>
        </p>
      ))}
    </Disclosure>
  )
}

/** Digits only, and at most five of them; whatever else is typed or pasted is left out. */
const priceDigits = (typed: string): string => typed.replace(/\D/g, '').slice(0, PRICE_DIGITS)

function PriceFilter({ filters, onChange }: FilterProps) {
  const id = useId()
  const { minPrice = '', maxPrice = '' } = filters
  // What is typed counts once the field is left: half a price is none.
  const [draft, setDraft] = useDraft({ minPrice, maxPrice })
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
    <Disclosure label={priceRange(minPrice, maxPrice)} isSet={minPrice !== '' || maxPrice !== ''}>
      <p className="browse-filter-hint">Rent of one person a month</p>
      <div className="browse-prices">
        {field('minPrice', 'At least')}
        {field('maxPrice', 'At most')}
      </div>
    </Disclosure>
  )
}

function priceRange(min: string, max: string): string {
  const [from, to] = [min, max].map((price) => priceText(price === '' ? null : Number(price)))
  if (from && to) return `${from} to ${to}`
  if (from) return `From ${from}`
  return to ? `Up to ${to}` : 'Price'
}

function RoomsFilter({ filters, onChange }: FilterProps) {
  const { bedrooms = 0, bathrooms = 0 } = filters
  const chosen = [
    bedrooms > 0 ? `${bedrooms}+ beds` : undefined,
    bathrooms > 0 ? `${bathrooms}+ baths` : undefined,
  ].filter(Boolean)
  return (
    <Disclosure label={chosen.join(', ') || 'Beds & Baths'} isSet={chosen.length > 0}>
      <Stepper
        label="Beds"
        value={bedrooms}
        max={MOST_ROOMS}
        onChange={(count) => onChange({ ...filters, bedrooms: count })}
      />
      <Stepper
        label="Baths"
        value={bathrooms}
        max={MOST_ROOMS}
        onChange={(count) => onChange({ ...filters, bathrooms: count })}
      />
    </Disclosure>
  )
}
