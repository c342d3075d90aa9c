import './apartment.css'
import {
  type Apartment,
  type CountRange,
  dayText,
  listedRentText,
  type Listing,
  roomRangesOf,
  type TravelTimes,
} from '@offquad/contracts'
import { commuteTimeText, university } from '@offquad/web-kit'
import { LeaveReview } from '../../components/detail-page'

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
        <Fact label="Available" value={availableText(apartment)} />
        <Fact label="Students paid" value={paidText(listing)} />
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

/** '2', '1 to 3'; `none` stands for 0, if there is a word for it. */
function rangeText({ least, most }: CountRange, none = '0'): string {
  const [from, to] = [least, most].map((count) => (count === 0 ? none : String(count)))
  return from === to ? `${from}` : `${from} to ${to}`
}

const bedsText = (beds: CountRange): string =>
  beds.most === 0 ? 'Studio' : `${rangeText(beds, 'Studio')} ${beds.most === 1 ? 'bed' : 'beds'}`

/** The earliest day on which one of the rooms is free. */
function availableText({ roomTypes = [] }: Apartment): string | undefined {
  const [first] = roomTypes.flatMap(({ availableFrom }) => availableFrom ?? []).toSorted()
  return first && `from ${dayText(first)}`
}

function paidText(listing: Listing | undefined): string | undefined {
  const { reportedRent } = listing ?? {}
  return reportedRent && `${university().priceBrackets[reportedRent.bracket - 1]} (${reportedRent.reports})`
}

function walkText(times: TravelTimes | undefined): string | undefined {
  const minutes = times?.hoPlazaWalking
  if (minutes === undefined || minutes === null) return undefined
  return commuteTimeText({
    mode: 'walk',
    minutes: Math.round(minutes),
    isEstimate: times?.isEstimate === true,
  })
}
