import './search.css'
import { type SearchFilters } from '@offquad/contracts'
import { paths } from '@offquad/web-kit'
import { Link } from 'react-router-dom'
import { activeFilters } from './search'

const EXAMPLES: SearchFilters[] = [
  { maxPrice: '1000' },
  { bedrooms: 2 },
  { commute: 'hoPlaza:walk:10' },
  { amenities: ['laundry'] },
  { without: ['noise'] },
]

/** Links to searches that readers would not guess are possible. */
export function ExampleSearches() {
  return (
    <ul className="browse-examples offquad-cluster" aria-label="Example searches">
      {EXAMPLES.flatMap((filters) => activeFilters(filters)).map((label, index) => (
        <li key={label}>
          <Link to={paths.search({ filters: EXAMPLES[index] ?? {} })}>{label}</Link>
        </li>
      ))}
    </ul>
  )
}
