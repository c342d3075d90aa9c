import '../../components/admin.css'
import './data.css'
import { listUnplacedApartments, retryGeocoding, type UnplacedApartment } from '@offquad/contracts'
import { Button, showToast } from '@offquad/ui'
import { api, areaName, useApi } from '@offquad/web-kit'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { momentText } from '../../components/moment-text'
import { PAGE_SIZE } from '../../components/pages'
import { Section } from '../../components/section'
import { useAddress } from '../../components/use-address'
import { problemText } from './placement-problems'

/** Apartments without coordinates: why, looked up again, or placed by hand. */
export function UnplacedList() {
  const { params, hrefWith } = useAddress()
  const cursor = params.get('cursor') ?? undefined
  const query = { ...(cursor && { cursor }), size: PAGE_SIZE }
  const { data, error, refetch } = useApi(listUnplacedApartments, { query })
  const hasGeocoder = data !== undefined && data.geocoder.provider !== 'none'
  return (
    <Section
      title="Not on the map"
      count={data?.total}
      empty="Every apartment is on the map."
      failure={error && !data ? { error, onRetry: refetch } : undefined}
      controls={
        data &&
        data.total > 0 && (
          <>
            <GeocoderState geocoder={data.geocoder} />
            {hasGeocoder && (
              <p className="admin-actions">
                <RetryButton label="Look all of them up again" />
              </p>
            )}
          </>
        )
      }
    >
      <ul className="admin-places admin-unplaced">
        {data?.items.map((apartment) => (
          <li key={apartment.id}>
            <UnplacedItem apartment={apartment} canRetry={hasGeocoder} />
          </li>
        ))}
      </ul>
      {(cursor ?? data?.next) && (
        <nav className="admin-pages" aria-label="Pages of apartments that are not on the map">
          {cursor && <Link to={hrefWith({ cursor: undefined })}>First page</Link>}
          {data?.next && <Link to={hrefWith({ cursor: data.next })}>Next</Link>}
        </nav>
      )}
    </Section>
  )
}

interface GeocoderStateProps {
  geocoder: { provider: string; pausedUntil?: string; pauseReason?: string }
}

function GeocoderState({ geocoder: { provider, pausedUntil, pauseReason } }: GeocoderStateProps) {
  if (provider === 'none')
    return (
      <p className="admin-soft">
        No geocoder is configured, so addresses are not looked up. Each of these can be placed by hand.
      </p>
    )
  if (!pausedUntil) return null
  return (
    <p className="admin-warning" role="status">
      Addresses are not looked up until {momentText(pausedUntil)}. {pauseReason}
    </p>
  )
}

function UnplacedItem({ apartment, canRetry }: { apartment: UnplacedApartment; canRetry: boolean }) {
  const { id, name, address, area, problem } = apartment
  const { hrefWith } = useAddress()
  const canBeLookedUp = canRetry && problem !== 'no-address' && problem !== 'waiting'
  return (
    <>
      <div>
        <strong>{name}</strong>
        <p className="admin-soft">{[address, areaName(area)].filter(Boolean).join(' · ')}</p>
        <p>{problemText(apartment)}</p>
      </div>
      <p className="admin-actions">
        <Link className="admin-add" to={hrefWith({ id })} aria-label={`Place ${name} on the map`}>
          Place on the map
        </Link>
        {canBeLookedUp && <RetryButton label="Look up again" name={name} id={id} />}
      </p>
    </>
  )
}

interface RetryButtonProps {
  label: string
  name?: string
  /** Absent: all of them. */
  id?: string
}

function RetryButton({ label, name, id }: RetryButtonProps) {
  const client = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: () => api(retryGeocoding, { body: id ? { apartmentIds: [id] } : {} }),
    async onSuccess({ queued }) {
      showToast(
        'success',
        queued === 1 ? '1 address will be looked up.' : `${queued} addresses will be looked up.`,
      )
      await client.invalidateQueries({ queryKey: [listUnplacedApartments.path] })
    },
    onError: (error) => showToast('error', error.message),
  })
  return (
    <Button disabled={isPending} aria-label={name && `${label}: ${name}`} onClick={() => mutate()}>
      {label}
    </Button>
  )
}
