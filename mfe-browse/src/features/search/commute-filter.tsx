import {
  campusPlaces,
  type Commute,
  COMMUTE_MODE_NAMES,
  commuteLabel,
  type CommuteMode,
  commuteText,
  parseCommute,
  type SearchFilters,
} from '@offquad/contracts'
import { Choice, Disclosure } from '@offquad/ui'
import { university } from '@offquad/web-kit'
import { type ReactNode } from 'react'

interface CommuteFilterProps {
  filters: SearchFilters
  /** Chips list the active filters, so the button need not name this one. */
  hasChips: boolean
  doneLabel: ReactNode
  onDone: () => void
  onChange: (filters: SearchFilters) => void
}

const MINUTES = [5, 10, 15, 20, 30, 45]
const USUAL_MINUTES = 15
const ESTIMATED_MODES: CommuteMode[] = ['walk', 'bike', 'drive']

/** How long the way to a place may take. */
export function CommuteFilter({ filters, hasChips, doneLabel, onDone, onChange }: CommuteFilterProps) {
  const commute = parseCommute(filters.commute)
  const places = campusPlaces(university())
  const place = places.find(({ id }) => id === commute?.placeId)
  const { mode = 'walk', minutes } = commute ?? {}
  const change = (next: Partial<Commute>) => {
    const { placeId = '', ...rest } = { mode, minutes, ...commute, ...next }
    onChange({ ...filters, commute: placeId ? commuteText({ placeId, ...rest }) : undefined })
  }
  return (
    <Disclosure
      label={hasChips || !commute || !place ? 'Commute' : commuteLabel(commute, place.name)}
      isSet={place !== undefined}
      doneLabel={doneLabel}
      onDone={onDone}
    >
      <p className="browse-filter-hint">From the apartment to a place you go to</p>
      <div className="browse-commute">
        <Choice
          label="To"
          value={place?.id ?? ''}
          options={[
            { value: '', label: 'Any place' },
            ...places.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChange={(placeId) => change(commute ? { placeId } : { placeId, minutes: USUAL_MINUTES })}
        />
        {place && (
          <>
            <Choice
              label="How"
              value={mode}
              options={ESTIMATED_MODES.map((value) => ({ value, label: COMMUTE_MODE_NAMES[value] }))}
              onChange={(next) => change({ mode: next })}
            />
            <Choice
              label="At most"
              value={minutes === undefined ? '' : String(minutes)}
              options={[
                { value: '', label: 'Any time' },
                ...limitsWith(minutes).map((limit) => ({ value: String(limit), label: `${limit} min` })),
              ]}
              onChange={(next) => change({ minutes: next === '' ? undefined : Number(next) })}
            />
          </>
        )}
      </div>
    </Disclosure>
  )
}

/** The usual limits, and the one of a search that was typed. */
function limitsWith(minutes: number | undefined): number[] {
  return minutes === undefined || MINUTES.includes(minutes)
    ? MINUTES
    : [...MINUTES, minutes].sort((one, other) => one - other)
}
