import './rents.css'
import { type PaidRent } from '@offquad/contracts'
import { countText, university } from '@offquad/web-kit'

/** As many years as a phone has room to name. */
const MOST_YEARS = 6

/** A line per size: its rents over the years. Hidden from assistive technology, which has the table. */
export function RentChart({ rents }: { rents: readonly PaidRent[] }) {
  const { priceBrackets } = university()
  const byYear = rents.flatMap(({ year, bedrooms, bracket }) =>
    year === undefined ? [] : [{ year, bedrooms, bracket }],
  )
  const years = rangeOf(byYear.map(({ year }) => year))
  const brackets = rangeOf(byYear.map(({ bracket }) => bracket))
  const sizes = [...new Set(byYear.map(({ bedrooms }) => bedrooms))]
  const highest = brackets.at(-1) ?? 1
  const pointsOf = (bedrooms: number) =>
    years.map((year, x) => {
      const rent = byYear.find((paid) => paid.year === year && paid.bedrooms === bedrooms)
      return rent && { x, y: highest - rent.bracket }
    })
  return (
    <div className="browse-rent-chart" aria-hidden="true">
      <ol className="offquad-note">
        {brackets.toReversed().map((bracket) => (
          <li key={bracket}>{priceBrackets[bracket - 1]}</li>
        ))}
      </ol>
      <svg viewBox={`0 -0.5 ${Math.max(1, years.length - 1)} ${brackets.length}`} preserveAspectRatio="none">
        {sizes.map((bedrooms) => (
          <g key={bedrooms}>
            <path d={lineThrough(pointsOf(bedrooms))} />
            {/* A line of zero length is drawn as a dot, which stays round. */}
            <path
              d={pointsOf(bedrooms)
                .map((point) => point && `M${point.x} ${point.y}h0`)
                .join('')}
            />
          </g>
        ))}
      </svg>
      <ol className="browse-rent-years offquad-note">
        {years.map((year, index) => (
          <li key={year}>
            {(years.length - 1 - index) % Math.ceil(years.length / MOST_YEARS) === 0 && year}
          </li>
        ))}
      </ol>
      <ul className="browse-rent-sizes offquad-note offquad-cluster">
        {sizes.map((bedrooms) => (
          <li key={bedrooms}>{countText(bedrooms, 'bed')}</li>
        ))}
      </ul>
    </div>
  )
}

/** All whole numbers from the least to the greatest. */
function rangeOf(numbers: readonly number[]): number[] {
  const [least, most] = [Math.min(...numbers), Math.max(...numbers)]
  return Array.from({ length: most - least + 1 }, (_, index) => least + index)
}

/** A year without a median interrupts the line. */
const lineThrough = (points: readonly ({ x: number; y: number } | undefined)[]): string =>
  points.map((point, index) => point && `${points[index - 1] ? 'L' : 'M'}${point.x} ${point.y}`).join('')
