import './apartment.css'
import {
  type Apartment,
  type CountRange,
  listedRentText,
  type Listing,
  roomRangesOf,
  type TravelTimes,
} from '@offquad/contracts'
import { Icon } from '@offquad/ui'
import { commuteTimeText, countText, university } from '@offquad/web-kit'
import { Link } from 'react-router-dom'
import { comparePath, useChosenPlaces } from '../../components/chosen-places'
import { COLUMNS } from '../../components/compare-toggle'
import { LeaveReview } from '../../components/detail-page'
import { countOr, firstFreeDay, paidText, rangeText } from '../../components/facts'

interface FactsCardProps {
  apartment: Apartment
  /** undefined while it loads */
  listing: Listing | undefined
  isListingPending: boolean
  /** undefined while they load */
  travelTimes: TravelTimes | undefined
}

/** Facts to compare apartments by, one number per line; on a phone rent and button are a bar at the bottom, in place of the tray. */
export function FactsCard({ apartment, listing, isListingPending, travelTimes }: FactsCardProps) {
  const { id, name, landlordId, latitude } = apartment
  const chosen = useChosenPlaces()
  const rent = listedRentText(apartment)
  const paid = listing ? paidText(listing) : isListingPending && LOADING
  const reported = listing?.reportedRent
  const freeFrom = firstFreeDay(apartment)
  const { beds, baths } = roomRangesOf(apartment)
  const rooms = [
    beds && bedsText(beds),
    baths && `${rangeText(baths)} ${baths.most === 1 ? 'bath' : 'baths'}`,
  ]
  const place = university().landmarks.hoPlaza.name
  const facts = [
    { label: 'Rooms', value: rooms.filter(Boolean).join(', '), unlisted: 'rooms' },
    { label: 'Available', value: freeFrom && `from ${freeFrom}`, unlisted: 'move-in date' },
    {
      label: 'Students paid',
      // Without a listed rent, the reported one is the headline.
      value: rent && paid,
      unlisted: paid ? undefined : 'what students paid',
    },
    {
      label: place,
      value: travelTimes ? walkText(travelTimes) : latitude !== null && LOADING,
      unlisted: `walk to ${place}`,
      // On a phone the line below the name, just above, has it.
      className: 'offquad-beyond-phones',
    },
  ]
  const missing = facts.flatMap((fact) => (fact.value ? [] : (fact.unlisted ?? [])))
  const unlisted = [...(!rent && paid ? ['rent'] : []), ...missing]
  return (
    <section className="browse-facts-card offquad-panel" aria-label="Rent and rooms">
      <dl className="offquad-facts">
        {facts.map(
          ({ label, value, className }) =>
            value && (
              <div key={label} className={className}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
      {unlisted.length > 0 && (
        <p className="browse-unlisted offquad-note">Not known: {unlisted.join(', ')}</p>
      )}
      <div className="browse-bar">
        <p className="offquad-note">
          {rent || paid ? (
            <>
              <strong>
                {rent ?? (reported ? university().priceBrackets[reported.bracket - 1] : LOADING)}
              </strong>{' '}
              <span>
                per person,{' '}
                {rent ? 'month' : `${countText(reported?.reports ?? null, 'student') ?? 'students'} paid`}
              </span>
            </>
          ) : (
            <span>Rent not listed</span>
          )}
        </p>
        {chosen.length > 0 && (
          <Link
            className="offquad-outline-button"
            aria-label={`Compare ${countText(chosen.length, 'place')}`}
            to={comparePath(chosen)}
          >
            <Icon path={COLUMNS} /> {chosen.length}
          </Link>
        )}
        <LeaveReview kind="apartment" id={id} landlordId={landlordId} name={name} />
      </div>
    </section>
  )
}

/** Reserves the row of a fact that is still loading. */
const LOADING = '…'

const bedsText = (beds: CountRange): string =>
  beds.most === 0 ? 'Studio' : `${rangeText(beds, countOr('Studio'))} ${beds.most === 1 ? 'bed' : 'beds'}`

function walkText({ hoPlazaWalking: minutes, isEstimate = false }: TravelTimes): string | undefined {
  if (minutes === null) return undefined
  return commuteTimeText({ mode: 'walk', minutes: Math.round(minutes), isEstimate })
}
