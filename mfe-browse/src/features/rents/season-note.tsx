import './rents.css'
import { type LeaseSeason, MONTHS } from '@offquad/contracts'
import { countText } from '@offquad/web-kit'

export function SeasonNote({ season: { from, to, reports } }: { season: LeaseSeason }) {
  const [first, last] = [from, to].map((month) => MONTHS[month - 1])
  return (
    <p className="browse-paid">
      Leases here are usually signed {first === last ? `in ${first}` : `from ${first} to ${last}`} (
      {countText(reports, 'report')}).
    </p>
  )
}
