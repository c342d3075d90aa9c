import { type SearchFilters } from '@offquad/contracts'

interface SearchLocation {
  /** The typed text; omitted if empty. */
  q?: string
  filters?: SearchFilters
  /** Number of the page from 1, which is omitted. */
  page?: number
}

/** URLs of pages that more than one remote links to. */
export const paths = {
  home: () => '/',
  apartment: (id: string) => `/apartment/${encodeURIComponent(id)}`,
  landlord: (id: string) => `/landlord/${encodeURIComponent(id)}`,
  location: (area: string) => `/location/${encodeURIComponent(area.toLowerCase())}`,
  search: (search: SearchLocation) => `/search${searchQuery(search)}`,
  reviews: () => '/reviews',
  guides: () => '/guides',
  guide: (slug: string) => `/guides/${slug}`,
  questions: () => '/faq',
  policies: () => '/policies',
  profile: () => '/profile',
  places: () => '/places',
  bookmarks: () => '/bookmarks',
  alerts: () => '/alerts',
  admin: () => '/admin',
} as const

function searchQuery({ q = '', filters = {}, page = 1 }: SearchLocation): string {
  const { bounds, ...rest } = filters
  const query = new URLSearchParams({
    ...(q && { q }),
    ...(Object.keys(rest).length > 0 && { filters: JSON.stringify(rest) }),
    ...(page > 1 && { page: String(page) }),
  }).toString()
  if (bounds === undefined) return query && `?${query}`
  // Commas need no escaping.
  return `?${[query, `bounds=${bounds}`].filter(Boolean).join('&')}`
}
