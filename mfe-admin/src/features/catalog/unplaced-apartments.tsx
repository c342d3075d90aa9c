import '../../components/admin.css'
import './catalog.css'
import {
  type Apartment,
  changeApartment,
  getApartments,
  isolated,
  listUnplacedApartments,
  lookUp,
  type PlacementProblem,
  type UnplacedApartment,
} from '@offquad/contracts'
import { Button, showToast, Skeleton } from '@offquad/ui'
import {
  api,
  areaName,
  LoadFailure,
  paths,
  ProblemError,
  queryFailure,
  useApi,
  useForm,
} from '@offquad/web-kit'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { formatDateTime } from '../../components/format-date-time'
import { CursorPagination, PAGE_SIZE } from '../../components/pagination'
import { EditorSection, Section } from '../../components/section'
import { useUrlParams } from '../../components/use-url-params'
import { CoordinatesField, NO_COORDINATES, parseCoordinates } from './coordinates-field'
import { RetryButton } from './retry-button'

function useUnplacedApartments() {
  const cursor = useUrlParams().params.get('cursor')
  return useApi(listUnplacedApartments, { query: { ...(cursor && { cursor }), size: PAGE_SIZE } })
}

/** Apartments without coordinates, with the reasons; each can be geocoded again or placed by hand. */
export function UnplacedApartments() {
  const query = useUnplacedApartments()
  const { data } = query
  const hasGeocoder = data !== undefined && data.geocoder.provider !== 'none'
  return (
    <Section
      title="Not on the map"
      count={data?.total}
      empty="Every apartment is on the map."
      failure={queryFailure(query)}
      controls={
        data &&
        data.total > 0 && (
          <>
            <GeocoderStatus geocoder={data.geocoder} />
            {hasGeocoder && (
              <p className="admin-actions offquad-cluster">
                <RetryButton of="address" label="Look all of them up again" />
              </p>
            )}
          </>
        )
      }
    >
      <ul className="admin-entries admin-rows">
        {data?.items.map((apartment) => (
          <li key={apartment.id}>
            <UnplacedItem apartment={apartment} canRetry={hasGeocoder} />
          </li>
        ))}
      </ul>
      <CursorPagination label="Pages of apartments that are not on the map" next={data?.next} />
    </Section>
  )
}

interface GeocoderStatusProps {
  geocoder: { provider: string; pausedUntil?: string; pauseReason?: string }
}

function GeocoderStatus({ geocoder: { provider, pausedUntil, pauseReason } }: GeocoderStatusProps) {
  if (provider === 'none')
    return (
      <p className="offquad-soft">
        No geocoder is configured, so addresses are not looked up. Place these apartments by hand.
      </p>
    )
  if (!pausedUntil) return null
  return (
    <p className="offquad-notice" role="status">
      Addresses are not looked up until {formatDateTime(pausedUntil)}. {pauseReason}
    </p>
  )
}

function UnplacedItem({ apartment, canRetry }: { apartment: UnplacedApartment; canRetry: boolean }) {
  const { id, name, address, area, problem } = apartment
  const { hrefWith } = useUrlParams()
  const canBeLookedUp = canRetry && problem !== 'no-address' && problem !== 'waiting'
  return (
    <>
      <div>
        <strong dir="auto">{name}</strong>
        <p className="offquad-soft">{[address, areaName(area)].filter(Boolean).join(' · ')}</p>
        <p>{problemText(apartment)}</p>
      </div>
      <p className="admin-actions offquad-cluster">
        <Link
          className="offquad-outline-button"
          to={hrefWith({ id })}
          aria-label={`Place ${isolated(name)} on the map`}
        >
          Place on the map
        </Link>
        {canBeLookedUp && <RetryButton of="address" label="Look up again" name={isolated(name)} id={id} />}
      </p>
    </>
  )
}

const PROBLEM_TEXTS: Record<PlacementProblem, string> = {
  waiting: 'Its address will be looked up soon.',
  'no-geocoder': 'Addresses are not looked up here.',
  'no-address': 'It has no address.',
  'not-found': 'No place was found for its address.',
  imprecise: 'Its street was found, but not the building.',
  ambiguous: 'Several places have its address.',
  outside: 'The place found for its address is too far from the university.',
  rejected: 'The geocoder rejected its address.',
  removed: 'An administrator removed its position.',
}

/** The reason why an apartment is not on the map. */
function problemText({ problem, detail, nextLookupAt }: UnplacedApartment): string {
  const next = nextLookupAt && ` The next attempt is on ${formatDateTime(nextLookupAt)}.`
  const reason = lookUp(PROBLEM_TEXTS, problem) ?? `It is not on the map: ${problem}.`
  return [reason, detail && ` ${detail}${detail.endsWith('.') ? '' : '.'}`, next].filter(Boolean).join('')
}

/** The form that places one apartment on the map, then the next one. */
export function PlaceApartment({ id }: { id: string }) {
  const apartments = useApi(getApartments, { params: { ids: id }, asUser: true })
  const unplaced = useUnplacedApartments()
  const [apartment] = apartments.data ?? []
  const failure = queryFailure(apartments)
  if (failure) return <LoadFailure title="This apartment cannot be loaded." {...failure} />
  if (!apartment || unplaced.isPending) return <Skeleton active paragraph={{ rows: 10 }} />
  const items = unplaced.data?.items ?? []
  const index = items.findIndex((item) => item.id === id)
  return (
    <EditorSection title={`Place ${isolated(apartment.name)} on the map`}>
      <p>
        {apartment.address || 'No address'} · <Link to={paths.apartment(id)}>See its page</Link>
      </p>
      <PlacementForm key={id} apartment={apartment} unplaced={items[index]} nextId={items[index + 1]?.id} />
    </EditorSection>
  )
}

interface PlacementFormProps {
  apartment: Apartment
  /** undefined if the apartment has coordinates by now, or is on another page of the list. */
  unplaced: UnplacedApartment | undefined
  /** The apartment to place after it. */
  nextId: string | undefined
}

function PlacementForm({ apartment, unplaced, nextId }: PlacementFormProps) {
  const { id, name, latitude, longitude } = apartment
  const { setParams } = useUrlParams()
  const client = useQueryClient()
  const [typed, setTyped] = useState(NO_COORDINATES)
  const [read, setRead] = useState<Partial<typeof typed>>({
    latitude: String(latitude ?? ''),
    longitude: String(longitude ?? ''),
  })
  const { suggestion } = unplaced ?? {}
  const { formProps, errorOf, isSending } = useForm({
    values: { ...typed, 'latitude and longitude': Object.values(typed) },
    validate() {
      const message = 'Type a latitude from -90 to 90 and a longitude from -180 to 180, or click on the map.'
      return parseCoordinates(typed) ? [] : [{ field: 'latitude and longitude', message }]
    },
    async send() {
      try {
        await api(changeApartment, { params: { id }, body: { ...typed, read } })
      } catch (error) {
        // The administrator knows of the change when they save again.
        if (error instanceof ProblemError && error.code === 'place-changed') setRead({})
        throw error
      }
      showToast('success', `${isolated(name)} is on the map.`)
      setParams({ id: nextId })
      await client.invalidateQueries()
    },
  })

  return (
    <form {...formProps} className="admin-form offquad-stack">
      {unplaced && <p className="offquad-soft">{problemText(unplaced)}</p>}
      {suggestion && (
        <p className="offquad-cluster">
          <span>It may be near {suggestion.label}.</span>
          <Button
            onClick={() =>
              setTyped({
                latitude: String(suggestion.latitude),
                longitude: String(suggestion.longitude),
              })
            }
          >
            Put the pin there
          </Button>
        </p>
      )}
      <CoordinatesField
        value={typed}
        start={suggestion}
        error={errorOf('latitude and longitude') ?? errorOf('latitude') ?? errorOf('longitude')}
        onChange={setTyped}
      />
      <p className="offquad-cluster">
        <Button type="primary" htmlType="submit" disabled={isSending}>
          {isSending ? 'Saving …' : nextId ? 'Save and go to the next' : 'Save'}
        </Button>
      </p>
    </form>
  )
}
