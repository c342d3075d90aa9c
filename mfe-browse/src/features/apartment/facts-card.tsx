import './apartment.css'
import {
  type Apartment,
  type CountRange,
  listedRentText,
  type Listing,
  roomRangesOf,
  type TravelTimes,
} from '@offquad/contracts'
import { commuteTimeText, university } from '@offquad/web-kit'
import { LeaveReview } from '../../components/detail-page'
import { countOr, firstFreeDay, paidText, rangeText } from '../../components/facts'

interface FactsCardProps {
  apartment: Apartment
  /** undefined while it loads */
  listing: Listing | undefined
  /** undefined while they load */
  travelTimes: TravelTimes | undefined
}

/** What one compares apartments by, one number per line; on a phone its rent and button are a bar at the bottom. */
export function FactsCard({ apartment, listing, travelTimes }: FactsCardProps) {
  const { id, name, landlordId } = apartment
  const rent = listedRentText(apartment)
  const freeFrom = firstFreeDay(apartment)
  const { beds, baths } = roomRangesOf(apartment)
  const rooms = [
    beds && bedsText(beds),
    baths && `${rangeText(baths)} ${baths.most === 1 ? 'bath' : 'baths'}`,
  ]
  return (
    <section className="browse-facts-card offquad-panel" aria-label="Rent and rooms">
      <dl className="offquad-facts">
        <Fact label="Rent" value={rent && `${rent} per person`} className="browse-rent" />
        <Fact label="Rooms" value={rooms.filter(Boolean).join(', ')} />
        <Fact label="Available" value={freeFrom && `from ${freeFrom}`} />
        <Fact label="Students paid" value={listing && paidText(listing)} />
        <Fact label={university().landmarks.hoPlaza.name} value={walkText(travelTimes)} />
      </dl>
      <div className="browse-bar">
        <p className="offquad-note">
          {rent ? (
            <>
              <strong>{rent}</strong> <span>per person, month</span>
            </>
          ) : (
            <span>Rent not listed</span>
          )}
        </p>
        <LeaveReview kind="apartment" id={id} landlordId={landlordId} name={name} />
      </div>
    </section>
  )
}

function Fact({ label, value, className }: { label: string; value: string | undefined; className?: string }) {
  return (
    <div className={className}>
      <dt>{label}</dt>
      <dd className={value ? undefined : 'offquad-soft'}>{value || 'Not listed'}</dd>
    </div>
  )
}

const bedsText = (beds: CountRange): string =>
  beds.most === 0 ? 'Studio' : `${rangeText(beds, countOr('Studio'))} ${beds.most === 1 ? 'bed' : 'beds'}`

function walkText(times: TravelTimes | undefined): string | undefined {
  const minutes = times?.hoPlazaWalking
  if (minutes === undefined || minutes === null) return undefined
  return commuteTimeText({
    mode: 'walk',
    minutes: Math.round(minutes),
    isEstimate: times?.isEstimate === true,
  })
}
