import './search.css'
import { PRICE_DIGITS, type SearchFilters } from '@offquad/contracts'
import { Checkbox, Disclosure, Input, Stepper } from '@offquad/ui'
import { priceText, university } from '@offquad/web-kit'
import { useId } from 'react'
import { chipsOf, normalize } from './search'
import { ShowResults } from './show-results'
import { useDraft } from './use-draft'

interface FilterProps {
  /** What is typed: the filters narrow it. */
  q: string
  filters: SearchFilters
  /** Chips beside them say what is chosen, so that the buttons need not. */
  hasChips: boolean
  onChange: (filters: SearchFilters) => void
  /** Shows what these filters leave. */
  onShow: (filters: SearchFilters) => void
}

const MOST_ROOMS = 6

/** What narrows a search, each kind behind a button that says what is chosen. */
export function SearchFilterBar(props: FilterProps) {
  const { filters, hasChips, onChange } = props
  const isAnySet = chipsOf({ q: '', filters }).length > 0
  return (
    <div className="browse-filters" role="group" aria-label="Filters">
      <LocationFilter {...props} />
      <PriceFilter {...props} />
      <RoomsFilter {...props} />
      {isAnySet && !hasChips && (
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

function LocationFilter({ q, filters, hasChips, onChange, onShow }: FilterProps) {
  const { locations = [] } = filters
  return (
    <Disclosure
      label={(!hasChips && locations.join(', ')) || 'Location'}
      isSet={locations.length > 0}
      doneLabel={<ShowResults search={{ q, filters }} />}
      onDone={() => onShow(filters)}
    >
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

function PriceFilter({ q, filters, hasChips, onChange, onShow }: FilterProps) {
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
    <Disclosure
      label={hasChips ? 'Price' : priceRange(minPrice, maxPrice)}
      isSet={minPrice !== '' || maxPrice !== ''}
      doneLabel={<ShowResults search={{ q, filters: normalize({ ...filters, ...draft }) }} />}
      onDone={() => onShow({ ...filters, ...draft })}
    >
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

function RoomsFilter({ q, filters, hasChips, onChange, onShow }: FilterProps) {
  const { bedrooms = 0, bathrooms = 0 } = filters
  const chosen = [
    bedrooms > 0 ? `${bedrooms}+ beds` : undefined,
    bathrooms > 0 ? `${bathrooms}+ baths` : undefined,
  ].filter(Boolean)
  return (
    <Disclosure
      label={(!hasChips && chosen.join(', ')) || 'Beds & Baths'}
      isSet={chosen.length > 0}
      doneLabel={<ShowResults search={{ q, filters }} />}
      onDone={() => onShow(filters)}
    >
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
