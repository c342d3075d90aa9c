import { type Apartment, type Listing, type SearchMatch } from '@offquad/contracts'

/** The criteria of a search; undefined, and 0 as a minimum: any. */
export interface SearchCriteria {
  minPrice?: number
  maxPrice?: number
  bedrooms?: number
  maxBedrooms?: number
  bathrooms?: number
  availableBy?: string
  amenities: readonly string[]
  /** Topics that no review criticizes. */
  without: NonNullable<SearchMatch['without']>
}

/** The criteria of a search that a matching listing meets; none for a search without criteria. */
export function explainMatch({ buildingData }: Listing, criteria: SearchCriteria): { match?: SearchMatch } {
  const room = limitsRooms(criteria) ? cheapestRoom(buildingData, criteria) : undefined
  const match: SearchMatch = {
    ...(room && { room }),
    ...(criteria.amenities.length > 0 && { amenities: [...criteria.amenities] }),
    ...(criteria.without.length > 0 && { without: [...criteria.without] }),
  }
  return Object.keys(match).length > 0 ? { match } : {}
}

const limitsRooms = ({ bedrooms, bathrooms, availableBy, ...limits }: SearchCriteria): boolean =>
  Boolean(bedrooms || bathrooms || availableBy) ||
  (limits.minPrice ?? limits.maxPrice ?? limits.maxBedrooms) !== undefined

/** The cheapest room type that meets all filters; without room types, the older fields count as one. */
function cheapestRoom(
  { roomTypes = [], numBeds, numBaths, price }: Apartment,
  {
    minPrice = 0,
    maxPrice = Infinity,
    bedrooms = 0,
    maxBedrooms = Infinity,
    bathrooms = 0,
    availableBy,
  }: SearchCriteria,
): SearchMatch['room'] {
  if (roomTypes.length === 0) return { beds: numBeds, baths: numBaths, rent: price }
  const [cheapest] = roomTypes
    .filter(
      ({ beds, baths, rent, availableFrom }) =>
        beds >= bedrooms &&
        beds <= maxBedrooms &&
        baths >= bathrooms &&
        rent >= minPrice &&
        rent <= maxPrice &&
        (availableBy === undefined || (availableFrom !== undefined && availableFrom <= availableBy)),
    )
    .toSorted((a, b) => a.rent - b.rent || a.beds - b.beds)
  if (!cheapest) return undefined
  const { beds, baths, rent, availableFrom } = cheapest
  return { beds, baths, rent, ...(availableBy !== undefined && { availableFrom }) }
}
