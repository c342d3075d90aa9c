import './search.css'
import { type SearchFilters } from '@offquad/contracts'
import { Button, StateMessage } from '@offquad/ui'
import { paths, requestContact } from '@offquad/web-kit'
import { Link } from 'react-router-dom'
import { isSet, type Search } from './search'

/** Nothing matches: what could be left out, and how to have a missing apartment added. */
export function NoResults({ search }: { search: Search }) {
  const ways = relaxations(search)
  return (
    <div className="browse-no-results">
      <StateMessage
        title="No apartments match your search."
        detail={ways.length > 0 ? 'Leaving something out may help:' : 'Check the spelling, or try a street.'}
        action={
          ways.length > 0 && (
            <ul className="browse-relax">
              {ways.map(({ label, relaxed }) => (
                <li key={label}>
                  <Link to={paths.search(relaxed)}>{label}</Link>
                </li>
              ))}
            </ul>
          )
        }
      />
      <p className="browse-missing">
        It may not be listed yet. Tell us about it, and we add it.
        <Button onClick={() => requestContact({ view: 'apartment', apartmentName: search.q })}>
          Can’t find your apartment?
        </Button>
      </p>
    </div>
  )
}

interface Relaxation {
  label: string
  relaxed: Search
}

/** The search without each thing that narrows it, where something is left to search for. */
function relaxations({ q, filters }: Search): Relaxation[] {
  const without = (...names: (keyof SearchFilters)[]): Search => ({
    q,
    filters: Object.fromEntries(
      Object.entries(filters).filter(([name]) => !names.includes(name as keyof SearchFilters)),
    ),
  })
  const ways: (Relaxation | undefined)[] = [
    filters.locations && { label: 'Search in every area', relaxed: without('locations') },
    (filters.minPrice ?? filters.maxPrice) !== undefined
      ? { label: 'Search at any price', relaxed: without('minPrice', 'maxPrice') }
      : undefined,
    filters.bedrooms ? { label: 'Search any number of beds', relaxed: without('bedrooms') } : undefined,
    filters.bathrooms ? { label: 'Search any number of baths', relaxed: without('bathrooms') } : undefined,
    filters.commute ? { label: 'Search at any distance', relaxed: without('commute') } : undefined,
    q !== '' ? { label: `Search without “${q}”`, relaxed: { q: '', filters } } : undefined,
  ]
  return ways.filter((way) => way !== undefined).filter(({ relaxed }) => isSet(relaxed))
}
