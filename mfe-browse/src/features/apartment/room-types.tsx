import { amountText, dayText, type RoomType } from '@offquad/contracts'
import { countText, priceText } from '@offquad/web-kit'

/** The room types of an apartment, the smallest first; nothing without any. */
export function RoomTypes({ roomTypes }: { roomTypes: RoomType[] }) {
  if (roomTypes.length === 0) return null
  const sorted = roomTypes.toSorted((a, b) => a.beds - b.beds || a.rent - b.rent)
  return (
    <section>
      <h2 id="room-types">Room types</h2>
      <ul className="offquad-facts" aria-labelledby="room-types">
        {sorted.map((roomType, index) => (
          // By index, because two room types may be equal.
          <li key={index}>
            <span>
              <strong>{roomType.beds === 0 ? 'Studio' : countText(roomType.beds, 'bed')}</strong>,{' '}
              {countText(roomType.baths, 'bath')} <br />
              <span className="offquad-note">{detailsOf(roomType)}</span>
            </span>
            <span style={{ flex: 'none' }}>
              <strong>{priceText(roomType.rent)}</strong>
              <span className="offquad-soft">/person</span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The details of a room type: 'from Aug 1, 2027 · lease of 12 months · 540 sq ft'. */
const detailsOf = ({ availableFrom, leaseMonths, squareFeet }: RoomType): string =>
  [
    availableFrom && `from ${dayText(availableFrom)}`,
    leaseMonths && `lease of ${countText(leaseMonths, 'month')}`,
    squareFeet && `${amountText(squareFeet)} sq ft`,
  ]
    .filter(Boolean)
    .join(' · ')
