import {
  BUS_TIMES_NOTE,
  campusPlaces,
  type Commute,
  COMMUTE_MODE_NAMES,
  type CommuteMode,
  commuteText,
  getCommuteOptions,
  isolated,
  parseCommute,
  type SearchFilters,
} from '@offquad/contracts'
import { Choice } from '@offquad/ui'
import { paths, university, useApi, useMyPlaces } from '@offquad/web-kit'
import { Link } from 'react-router-dom'

interface CommuteFilterProps {
  filters: SearchFilters
  onChange: (filters: SearchFilters) => void
}

const MINUTES = [5, 10, 15, 20, 30, 45]
const USUAL_MINUTES = 15
const ESTIMATED_MODES: CommuteMode[] = ['walk', 'bike', 'drive']

/** The longest commute to a place. */
export function CommuteFilter({ filters, onChange }: CommuteFilterProps) {
  const { places } = useMyPlaces()
  const commute = parseCommute(filters.commute)
  const change = (next: Commute | undefined) => onChange({ ...filters, commute: next && commuteText(next) })

  function changePlace(id: string): void {
    const own = places.find((place) => place.id === id || place.campusPlaceId === id)
    if (id === '') change(undefined)
    else if (commute) change({ ...commute, placeId: id })
    else change({ placeId: id, mode: own?.mode ?? 'walk', minutes: USUAL_MINUTES })
  }

  return (
    <>
      <p className="browse-filter-hint offquad-note">From the apartment to a place you go to</p>
      <div className="browse-commute">
        <Choice
          label="To"
          value={commute?.placeId ?? ''}
          options={[{ value: '', label: 'Any place' }, ...placeOptions(places, commute?.placeId)]}
          onChange={changePlace}
        />
        {commute && <WayFields commute={commute} onChange={change} />}
      </div>
      <p className="offquad-note" style={{ marginTop: 12 }}>
        <Link to={paths.places()}>Edit my places</Link>
      </p>
    </>
  )
}

/** Mode and longest duration, once a place is chosen. */
function WayFields({ commute, onChange }: { commute: Commute; onChange: (commute: Commute) => void }) {
  const { data } = useApi(getCommuteOptions)
  const { mode, minutes } = commute
  const modes = data?.modes ?? ESTIMATED_MODES
  return (
    <>
      <Choice
        label="How"
        value={mode}
        options={COMMUTE_CHOICES.filter(({ value }) => modes.includes(value) || value === mode)}
        onChange={(next) => onChange({ ...commute, mode: next })}
      />
      <Choice
        label="At most"
        value={minutes === undefined ? '' : String(minutes)}
        options={[
          { value: '', label: 'Any time' },
          ...limitsWith(minutes).map((limit) => ({ value: String(limit), label: `${limit} min` })),
        ]}
        onChange={(next) => onChange({ ...commute, minutes: next === '' ? undefined : Number(next) })}
      />
      {mode === 'bus' && <p className="browse-filter-hint offquad-note">{BUS_TIMES_NOTE}</p>}
    </>
  )
}

const COMMUTE_CHOICES = (Object.keys(COMMUTE_MODE_NAMES) as CommuteMode[]).map((value) => ({
  value,
  label: COMMUTE_MODE_NAMES[value],
}))

/**
 * The student's own places first, by their ids in searches; campus buildings among them are not listed again. A place of the
 * search that is unknown, or not loaded yet, is an option, too: a select without its value would change it during hydration.
 */
function placeOptions(
  places: ReturnType<typeof useMyPlaces>['places'],
  searchedId: string | undefined,
): { value: string; label: string }[] {
  const own = places.map(({ id, campusPlaceId, name }) => ({
    value: campusPlaceId ?? id,
    label: `${isolated(name)} (mine)`,
  }))
  const campus = campusPlaces(university()).map(({ id, name }) => ({ value: id, label: name }))
  const unknown = searchedId === undefined ? [] : [{ value: searchedId, label: 'A personal place' }]
  return [...own, ...campus, ...unknown].filter(
    ({ value }, index, all) => all.findIndex((option) => option.value === value) === index,
  )
}

/** The usual limits, and the limit of a typed search. */
function limitsWith(minutes: number | undefined): number[] {
  return minutes === undefined || MINUTES.includes(minutes)
    ? MINUTES
    : [...MINUTES, minutes].sort((a, b) => a - b)
}
