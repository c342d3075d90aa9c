import { AMENITY_IDS, REVIEW_TOPICS, type SearchFilters } from '@offquad/contracts'
import { type NamedPlaces } from './vocabulary'

/** Areas and amenities add up, in the order of their lists; for all other filters, the later value counts. */
export function mergeFilters(
  first: SearchFilters,
  second: SearchFilters,
  { areas }: Pick<NamedPlaces, 'areas'>,
): SearchFilters {
  const merged = { ...first, ...second }
  const chosen = new Set([...(first.locations ?? []), ...(second.locations ?? [])])
  const locations = areas.map(({ name }) => name).filter((name) => chosen.has(name))
  const named = new Set([...(first.amenities ?? []), ...(second.amenities ?? [])])
  const amenities = AMENITY_IDS.filter((id) => named.has(id))
  const uncriticised = new Set([...(first.without ?? []), ...(second.without ?? [])])
  const without = REVIEW_TOPICS.filter((topic) => uncriticised.has(topic))
  const [least, most] = [merged.minPrice, merged.maxPrice]
  const { bedrooms = 0, maxBedrooms = Infinity } = merged
  return {
    ...merged,
    ...(locations.length > 0 && { locations }),
    ...(amenities.length > 0 && { amenities }),
    ...(without.length > 0 && { without }),
    ...(least && most && Number(least) > Number(most) && { minPrice: most, maxPrice: least }),
    ...(bedrooms > maxBedrooms && { bedrooms: maxBedrooms || undefined, maxBedrooms: bedrooms }),
  }
}
