import './rents.css'
import { type LeaseSeason, MONTHS, type PaidRent } from '@offquad/contracts'
import { TableHead } from '@offquad/ui'
import { countText, university } from '@offquad/web-kit'
import { RentChart } from './rent-chart'

interface PaidRentsProps {
  /** undefined while they load */
  rents: PaidRent[] | undefined
}

/** Rents that students report, by bedrooms and year: a table, or a chart with its numbers once there are two years to compare. */
export function PaidRents({ rents = [] }: PaidRentsProps) {
  if (rents.length === 0) return null
  return (
    <section className="browse-paid">
      <h2 id="paid-rents">What students paid</h2>
      <p className="offquad-note">
        Monthly rent per person: the median of at least three reviews that state it.
      </p>
      {hasTrend(rents) ? (
        <>
          <RentChart rents={rents} />
          <details>
            <summary className="offquad-text-button">Show numbers</summary>
            <RentTable rents={rents} />
          </details>
        </>
      ) : (
        <RentTable rents={rents} />
      )}
    </section>
  )
}

export function SeasonNote({ season: { from, to, reports } }: { season: LeaseSeason }) {
  const [first, last] = [from, to].map((month) => MONTHS[month - 1])
  return (
    <p className="browse-paid">
      Leases here are usually signed {first === last ? `in ${first}` : `from ${first} to ${last}`} (
      {countText(reports, 'report')}).
    </p>
  )
}

interface RentTableProps {
  rents: readonly PaidRent[]
}

function RentTable({ rents }: RentTableProps) {
  const sizes = [...new Set(rents.map(({ bedrooms }) => bedrooms))]
  const years = [...new Set(rents.flatMap(({ year }) => year ?? []))].toSorted((a, b) => b - a)
  const rentOf = (bedrooms: number, year: number | undefined) =>
    rents.find((rent) => rent.bedrooms === bedrooms && rent.year === year)
  return (
    <div className="browse-table" role="region" aria-labelledby="paid-rents" tabIndex={0}>
      <table className="offquad-table">
        <TableHead columns={['Year', ...sizes.map((bedrooms) => countText(bedrooms, 'bed') ?? '')]} />
        <tbody>
          {[...years, undefined].map((year) => (
            <tr key={year ?? 'all'}>
              <th scope="row">{year ?? 'All years'}</th>
              {sizes.map((bedrooms) => (
                <td key={bedrooms}>
                  <PaidRentText rent={rentOf(bedrooms, year)} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Whether any size has reports from two years. */
const hasTrend = (rents: readonly PaidRent[]): boolean =>
  rents.some(
    ({ bedrooms, year }) =>
      year !== undefined &&
      rents.some((rent) => rent.bedrooms === bedrooms && rent.year !== undefined && rent.year !== year),
  )

function PaidRentText({ rent }: { rent: PaidRent | undefined }) {
  if (!rent)
    return (
      <span className="offquad-soft" title="Too few reports">
        –
      </span>
    )
  return (
    <>
      {university().priceBrackets[rent.bracket - 1]}{' '}
      <small className="offquad-soft">{countText(rent.reports, 'report')}</small>
    </>
  )
}
