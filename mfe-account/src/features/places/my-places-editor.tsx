import '../../components/rows.css'
import './places.css'
import {
  BUS_TIMES_NOTE,
  campusPlaces,
  COMMUTE_MODE_NAMES,
  type CommuteMode,
  getCommuteOptions,
  isolated,
  MAX_MY_PLACES,
  type MyPlace,
} from '@offquad/contracts'
import { Button, Choice, ListSkeleton, StateMessage } from '@offquad/ui'
import {
  browserPlaces,
  deleteMyPlace,
  loadMyPlaces,
  newMyPlaceId,
  reorderMyPlaces,
  saveMyPlace,
  university,
  useApi,
  useFocusSuccessor,
  useMyPlaces,
  useRouting,
  useUser,
} from '@offquad/web-kit'
import { useState } from 'react'
import { attempt } from '../../components/attempt'
import { MoveButtons, useMoves } from '../../components/move-buttons'
import { AddressForm } from './address-form'
import { MapPointForm } from './map-point-form'
import { type NewPlace } from './new-place'

const ESTIMATED_MODES: CommuteMode[] = ['walk', 'bike', 'drive']

/**
 * Lists, changes and removes the places that a student goes to, with a form to add one.
 * @param props.heading of that form, one level below the heading above the editor
 */
export function MyPlacesEditor({ heading }: { heading: 'h2' | 'h3' }) {
  const user = useUser()
  const { places, state } = useMyPlaces()
  const { data: options } = useApi(getCommuteOptions)
  const { successor: list, onFocus } = useFocusSuccessor<HTMLUListElement>()
  const { status, move } = useMoves(list, places, ({ id }, to) => {
    const fixedIds = places.flatMap((place) => (place.id === id ? [] : place.id))
    void attempt(() => reorderMyPlaces(fixedIds.toSpliced(to, 0, id)))
  })
  if (state === 'loading') return <ListSkeleton />
  if (state === 'failed')
    return (
      <StateMessage
        title="Your places cannot be loaded right now."
        action={<Button onClick={() => void loadMyPlaces()}>Try again</Button>}
      />
    )

  const remove = ({ id, name }: MyPlace) => attempt(() => deleteMyPlace(id), `${isolated(name)} was removed.`)

  const modes = options?.modes ?? ESTIMATED_MODES
  const leftBehind = user ? placesLeftInBrowser(places) : []
  return (
    <div className="account-places">
      <p className="account-places-note offquad-note">
        Cards show the way to the first place; searches can be filtered and sorted by each.{' '}
        {user
          ? 'Your places are part of your profile, and no one else sees them.'
          : 'Your places stay in this browser until you sign in.'}
      </p>
      <ul ref={list} tabIndex={-1} aria-label="My places" className="account-rows" onFocus={onFocus}>
        {places.map((place, index) => (
          <li key={place.id} className="offquad-cluster">
            <span className="account-row-text">
              <strong dir="auto">{place.name}</strong>
              <span className="offquad-note">
                {place.campusPlaceId ? 'On campus' : 'My own place'}
                {index === 0 && ' · shown on cards'}
              </span>
            </span>
            {places.length > 1 && (
              <MoveButtons item={place} index={index} last={places.length - 1} onMove={move} />
            )}
            <Choice
              label={`How you get to ${isolated(place.name)}`}
              isLabelHidden
              value={place.mode}
              options={modeChoices(modes, place.mode)}
              onChange={(mode) => void attempt(() => saveMyPlace({ ...place, mode }))}
            />
            <Button aria-label={`Remove ${isolated(place.name)}`} onClick={() => void remove(place)}>
              Remove
            </Button>
          </li>
        ))}
      </ul>
      {leftBehind.length > 0 && (
        <p className="account-places-note offquad-note">
          There is no room for {NAMES.format(leftBehind)} from this browser in your profile. Remove a place to
          move one there.
        </p>
      )}
      <p role="status" className="offquad-visually-hidden">
        {status}
      </p>
      <RoutingProgress places={places} />
      {modes.includes('bus') && places.some(({ mode }) => mode === 'bus') && (
        <p className="account-places-note offquad-note">{BUS_TIMES_NOTE}</p>
      )}
      {places.length === 0 && (
        <StateMessage
          title="You have not named a place yet."
          detail={`Add a building${options?.findsAddresses ? ', an address' : ''} or a point on the map, and see how far each apartment is from it.`}
        />
      )}
      {places.length < MAX_MY_PLACES ? (
        <AddPlace
          heading={heading}
          places={places}
          modes={modes}
          findsAddresses={options?.findsAddresses === true}
        />
      ) : (
        <p>You have {MAX_MY_PLACES} places, as many as fit. Remove one to add another.</p>
      )}
    </div>
  )
}

const NAMES = new Intl.ListFormat('en-US')

/** The names of places that stayed in the browser when a student signed in, because their profile was full. */
const placesLeftInBrowser = (places: readonly MyPlace[]): string[] =>
  browserPlaces()
    .filter(({ id }) => !places.some((place) => place.id === id))
    .map(({ name }) => name)

/** The router's progress; nothing without a router, and once it has returned all routes. */
function RoutingProgress({ places }: { places: readonly MyPlace[] }) {
  const routing = useRouting(places)
  if (!routing || routing.routed >= routing.total) return null
  const { routed, total } = routing
  return (
    <p className="account-places-note offquad-note">
      <progress aria-label="Routes along streets" value={routed} max={total} />{' '}
      {routed.toLocaleString('en-US')} of {total.toLocaleString('en-US')} routes have been computed along
      streets so far. The others are estimates for now, marked “about”.
    </p>
  )
}

const MODES = Object.keys(COMMUTE_MODE_NAMES) as CommuteMode[]
const modeChoices = (offered: CommuteMode[], chosen: CommuteMode) =>
  MODES.filter((mode) => mode === chosen || offered.includes(mode)).map((value) => ({
    value,
    label: COMMUTE_MODE_NAMES[value],
  }))

interface AddPlaceProps {
  heading: 'h2' | 'h3'
  places: readonly MyPlace[]
  modes: CommuteMode[]
  findsAddresses: boolean
}

const KINDS = { campus: 'A place on campus', address: 'An address', point: 'A point on the map' }
type Kind = keyof typeof KINDS

function AddPlace({ heading: Heading, places, modes, findsAddresses }: AddPlaceProps) {
  const [kind, setKind] = useState<Kind>('campus')
  const [mode, setMode] = useState<CommuteMode>('walk')
  const kinds = (Object.keys(KINDS) as Kind[]).filter((name) => name !== 'address' || findsAddresses)
  // Unchanged until the place is stored: if only the reply was lost, the next try replaces the stored place.
  const [id, setId] = useState(newMyPlaceId)
  async function add(place: NewPlace): Promise<boolean> {
    const isAdded = await attempt(
      () => saveMyPlace({ ...place, id, mode }),
      `${isolated(place.name)} was added.`,
    )
    if (isAdded) setId(newMyPlaceId())
    return isAdded
  }
  return (
    <section aria-labelledby="add-place" className="account-places-add">
      <Heading id="add-place">Add a place</Heading>
      <div className="account-places-fields offquad-cluster">
        <Choice
          label="Kind of place"
          value={kind}
          options={kinds.map((value) => ({ value, label: KINDS[value] }))}
          onChange={setKind}
        />
        <Choice label="How you go" value={mode} options={modeChoices(modes, mode)} onChange={setMode} />
      </div>
      {kind === 'campus' && <CampusForm places={places} onAdd={add} />}
      {kind === 'address' && <AddressForm onAdd={add} />}
      {kind === 'point' && <MapPointForm onAdd={add} />}
    </section>
  )
}

interface CampusFormProps {
  places: readonly MyPlace[]
  onAdd: (place: NewPlace) => Promise<boolean>
}

function CampusForm({ places, onAdd }: CampusFormProps) {
  const [isBusy, setIsBusy] = useState(false)
  const [chosenId, setChosenId] = useState('')
  const addable = campusPlaces(university()).filter(
    ({ id }) => !places.some(({ campusPlaceId }) => campusPlaceId === id),
  )
  const chosen = addable.find(({ id }) => id === chosenId) ?? addable[0]
  if (!chosen) return <p>You have all places on campus.</p>

  async function add({ id, name, latitude, longitude }: typeof chosen & object): Promise<void> {
    setIsBusy(true)
    await onAdd({ name, latitude, longitude, campusPlaceId: id })
    setIsBusy(false)
  }

  return (
    <div className="account-places-fields offquad-cluster">
      <Choice
        label="Place"
        value={chosen.id}
        options={addable.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={setChosenId}
      />
      <Button type="primary" loading={isBusy} onClick={() => void add(chosen)}>
        <span>
          Add <bdi>{chosen.name}</bdi>
        </span>
      </Button>
    </div>
  )
}
