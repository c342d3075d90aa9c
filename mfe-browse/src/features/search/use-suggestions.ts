import {
  getSearchSuggestions,
  parseSearch,
  type SearchFilters,
  type SearchResult,
  type University,
} from '@offquad/contracts'
import { apiQuery, paths, university, useDebounced } from '@offquad/web-kit'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { chipsOf, isSet, readTerms, type Search } from './search'

/** People who type fast pause about this long between words, not between letters. */
const DEBOUNCE_MS = 150

export interface Suggestion {
  kind: 'apartment' | 'landlord' | 'area' | 'search'
  name: string
  detail: string
  path: string
}

interface Suggestions {
  suggestions: Suggestion[]
  state: 'idle' | 'loading' | 'failed' | 'known'
}

/**
 * What the typed words mean as a search, areas, and apartments and landlords. While the next response is on its way the
 * last one stays; a response to anything but the newest text never replaces it.
 */
export function useSuggestions(typed: string, filters: SearchFilters): Suggestions {
  const text = typed.trim()
  const q = useDebounced(text, DEBOUNCE_MS)
  const {
    data = [],
    isError,
    isSuccess,
  } = useQuery({
    ...apiQuery(getSearchSuggestions, { query: { q } }),
    enabled: q !== '',
    placeholderData: keepPreviousData,
  })
  if (text === '' || q === '') return { suggestions: [], state: 'idle' }
  const known = [...searchesFor(text, filters), ...areasFor(text)]
  if (isError) return { suggestions: known, state: 'failed' }
  return { suggestions: [...known, ...data.map(suggestResult)], state: isSuccess ? 'known' : 'loading' }
}

const suggestResult = ({ label, id, name, address }: SearchResult): Suggestion =>
  label === 'LANDLORD'
    ? { kind: 'landlord', name, detail: 'Landlord', path: paths.landlord(id) }
    : { kind: 'apartment', name, detail: address === name ? 'Apartment' : address, path: paths.apartment(id) }

/** The search that the words mean, where they mean a filter; or being near a landmark whose name begins so. */
function searchesFor(text: string, filters: SearchFilters): Suggestion[] {
  const parsed = parseSearch(text, university())
  // An area by itself is suggested as such.
  const isArea = parsed.text === '' && Object.keys(parsed.filters).join() === 'locations'
  if (isArea) return []
  if (isSet({ q: '', filters: parsed.filters })) return [suggestSearch(readTerms({ q: text, filters }))]
  return Object.values(university().landmarks)
    .filter((landmark) => beginsName(landmark, text))
    .map(({ name }) => suggestSearch(readTerms({ q: `near ${name}`, filters })))
}

function suggestSearch(search: Search): Suggestion {
  const chips = chipsOf(search).map(({ label }) => label)
  return {
    kind: 'search',
    name: [...(search.q ? [`“${search.q}”`] : []), ...chips].join(' · '),
    detail: 'Show apartments',
    path: paths.search(search),
  }
}

function areasFor(text: string): Suggestion[] {
  const parsed = parseSearch(text, university())
  const named = parsed.text === '' ? (parsed.filters.locations ?? []) : []
  return university()
    .areas.filter((area) => named.includes(area.name) || beginsName(area, text))
    .map(({ id, name, shortDescription }) => ({
      kind: 'area',
      name,
      detail: shortDescription,
      path: paths.location(id),
    }))
}

// A single letter begins too many names to mean one.
const SHORTEST_BEGINNING = 2

function beginsName({ name, terms = [] }: Pick<University['areas'][number], 'name' | 'terms'>, text: string) {
  const typed = text.toLowerCase()
  return (
    typed.length >= SHORTEST_BEGINNING && [name, ...terms].some((one) => one.toLowerCase().startsWith(typed))
  )
}
