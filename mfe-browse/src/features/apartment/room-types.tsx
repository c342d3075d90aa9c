import './apartment.css'
import { amountText, dayText, type RoomType } from '@offquad/contracts'
import { TableHead } from '@offquad/ui'
import { countText, priceText } from '@offquad/web-kit'

/** The room types of an apartment, the smallest first; nothing without any. */
export function RoomTypes({ roomTypes }: { roomTypes: RoomType[] }) {
  if (roomTypes.length === 0) return null
  const sorted = roomTypes.toSorted((a, b) => a.beds - b.beds || a.rent - b.rent)
  // Leaves out columns without any value.
  const columns = COLUMNS.filter(({ valueOf }) => sorted.some((roomType) => valueOf(roomType) !== undefined))
  return (
    <section className="browse-room-types">
      <h2 id="room-types">Room types</h2>
      <div className="browse-table" role="region" aria-labelledby="room-types" tabIndex={0}>
        <table className="offquad-table">
          <TableHead columns={columns.map(({ name }) => name)} />
          <tbody>
            {sorted.map((roomType, index) => (
              // By index, because two room types may be equal.
              <tr key={index}>
                {columns.map(({ name, valueOf }, at) => {
                  const value = valueOf(roomType) ?? 'Not listed'
                  return at === 0 ? (
                    <th key={name} scope="row">
                      {value}
                    </th>
                  ) : (
                    <td key={name}>{value}</td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

interface Column {
  name: string
  /** undefined where it is unknown. */
  valueOf: (roomType: RoomType) => string | undefined
}

const COLUMNS: Column[] = [
  { name: 'Beds', valueOf: ({ beds }) => (beds === 0 ? 'Studio' : countText(beds, 'bed')) },
  { name: 'Baths', valueOf: ({ baths }) => countText(baths, 'bath') },
  { name: 'Rent a month', valueOf: ({ rent }) => priceText(rent) },
  {
    name: 'Available from',
    valueOf: ({ availableFrom }) => (availableFrom === undefined ? undefined : dayText(availableFrom)),
  },
  { name: 'Lease', valueOf: ({ leaseMonths }) => countText(leaseMonths ?? null, 'month') },
  {
    name: 'Size',
    valueOf: ({ squareFeet }) => (squareFeet === undefined ? undefined : `${amountText(squareFeet)} sq ft`),
  },
]
