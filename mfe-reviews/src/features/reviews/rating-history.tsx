import './reviews.css'
import { type ReviewSummary } from '@offquad/contracts'
import { TableHead } from '@offquad/ui'

type RatedYear = Required<ReviewSummary['years'][number]>

/** The average rating of each year as a line and as a table, once there are two years. */
export function RatingHistory({ years }: Pick<ReviewSummary, 'years'>) {
  const rated = years
    .filter((year): year is RatedYear => year.avgRating !== undefined)
    .toSorted((a, b) => a.year - b.year)
  if (rated.length < 2) return null
  return (
    <details style={{ marginTop: 12 }}>
      <summary className="offquad-summary">Rating over the years</summary>
      <div className="offquad-beside">
        <RatingLine years={rated} />
        <table className="offquad-table">
          <TableHead columns={['Year', 'Average rating', 'Reviews']} />
          <tbody>
            {rated.map(({ year, avgRating, count }) => (
              <tr key={year}>
                <th scope="row">{year}</th>
                <td>{avgRating.toFixed(1)}</td>
                <td>{count}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  )
}

const WIDTH = 480
const HEIGHT = 220
const LEFT = 32
const RIGHT = WIDTH - 24
const TOP = 24
const BOTTOM = HEIGHT - 32
const RATINGS = [1, 2, 3, 4, 5] as const

/** Hidden from assistive technology, which has the table. A year without reviews interrupts the line. */
function RatingLine({ years }: { years: readonly RatedYear[] }) {
  const [first = 0, last = 1] = [years[0]?.year, years.at(-1)?.year]
  const xOf = (year: number) => LEFT + 24 + ((year - first) / (last - first)) * (RIGHT - LEFT - 48)
  const yOf = (rating: number) => BOTTOM - ((rating - 1) / 4) * (BOTTOM - TOP)
  const path = years
    .map(({ year, avgRating }, index) => {
      const command = years[index - 1]?.year === year - 1 ? 'L' : 'M'
      return `${command}${xOf(year).toFixed(1)} ${yOf(avgRating).toFixed(1)}`
    })
    .join('')
  return (
    <svg
      className="reviews-history-line"
      fill="currentColor"
      textAnchor="middle"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      aria-hidden="true"
    >
      {RATINGS.map((rating) => (
        <g key={rating}>
          <path stroke="var(--offquad-line)" d={`M${LEFT} ${yOf(rating)}H${RIGHT}`} />
          <text x={LEFT - 16} y={yOf(rating) + 5}>
            {rating}
          </text>
        </g>
      ))}
      <path d={path} fill="none" stroke="var(--offquad-brand)" strokeWidth="3" strokeLinejoin="round" />
      {years.map(({ year, avgRating }) => (
        <g key={year}>
          <circle fill="var(--offquad-brand)" cx={xOf(year)} cy={yOf(avgRating)} r="5" />
          <text x={xOf(year)} y={yOf(avgRating) - 11}>
            {avgRating.toFixed(1)}
          </text>
          <text x={xOf(year)} y={HEIGHT - 10}>
            {year}
          </text>
        </g>
      ))}
    </svg>
  )
}
