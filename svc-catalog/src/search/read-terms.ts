import {
  type countListings,
  parseCommute,
  parseSearch,
  type QueryOf,
  type University,
} from '@offquad/contracts'
import { InvalidInputError } from '@offquad/service-kit'

type Filters = QueryOf<typeof countListings>

/**
 * The query with the filters that the words of its text mean, where the caller wants them read. A filter that the query
 * names itself counts before one in the text.
 */
export function readTerms<Query extends Filters>(query: Query, university: University): Query {
  throwIfUnknownLandmark(query, university)
  if (!query.terms || query.q === undefined) return query
  const { text, filters } = parseSearch(query.q, university)
  const { locations = [], minPrice, maxPrice, bedrooms, bathrooms, commute } = filters
  const areas = university.areas.filter(({ name }) => locations.includes(name)).map(({ id }) => id)
  return {
    ...(areas.length > 0 && { locations: areas.join(',') }),
    ...(minPrice && { minPrice: Number(minPrice) }),
    ...(maxPrice && { maxPrice: Number(maxPrice) }),
    ...(bedrooms && { bedrooms }),
    ...(bathrooms && { bathrooms }),
    ...(commute && { commute }),
    ...query,
    q: text,
  }
}

function throwIfUnknownLandmark({ commute }: Filters, { landmarks }: University): void {
  const placeId = parseCommute(commute)?.placeId
  if (placeId === undefined || Object.hasOwn(landmarks, placeId)) return
  const known = Object.keys(landmarks).join(', ')
  const message = `There is no landmark "${placeId}". Use one of ${known}.`
  throw new InvalidInputError('unknown-landmark', message, [{ field: 'commute', message }])
}
