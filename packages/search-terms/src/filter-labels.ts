import {
  amenityName,
  amountText,
  campusPlaces,
  commuteLabel,
  dayText,
  parseCommute,
  REVIEW_TOPICS,
  type SearchFilters,
  TOPIC_TEXTS,
} from '@offquad/contracts'
import { type NamedPlaces } from './vocabulary'

/** One filter of a search, in words that mean the same filter when typed. */
export interface FilterChip {
  label: string
  /** All filters except this one. */
  without: SearchFilters
}

/** The filters as chips, in the order of a sentence. Sort orders yield no chips. */
export function filterChips(filters: SearchFilters, places: NamedPlaces): FilterChip[] {
  const {
    locations = [],
    minPrice,
    maxPrice,
    bedrooms,
    maxBedrooms,
    bathrooms,
    commute,
    amenities = [],
    availableBy,
    without: topics = [],
    bounds,
  } = filters
  const chips: FilterChip[] = []
  /** One entry of a list. */
  const addEntry = (label: string, name: 'locations' | 'amenities' | 'without', entry: string) => {
    const left = filters[name]?.filter((value) => value !== entry) ?? []
    chips.push({ label, without: left.length > 0 ? { ...filters, [name]: left } : omit(filters, name) })
  }
  for (const name of locations) addEntry(name, 'locations', name)
  const add = (label: string, name: keyof SearchFilters) =>
    chips.push({ label, without: omit(filters, name) })
  if (bedrooms) add(`${bedrooms}+ beds`, 'bedrooms')
  if (maxBedrooms !== undefined)
    add(
      maxBedrooms === 0 ? 'Studio' : `Up to ${maxBedrooms} ${maxBedrooms === 1 ? 'bed' : 'beds'}`,
      'maxBedrooms',
    )
  if (bathrooms) add(`${bathrooms}+ baths`, 'bathrooms')
  if (minPrice) add(`From ${dollars(minPrice)}`, 'minPrice')
  if (maxPrice) add(`Up to ${dollars(maxPrice)}`, 'maxPrice')
  const journey = parseCommute(commute)
  const place = journey && campusPlaces(places).find(({ id }) => id === journey.placeId)
  if (journey && place) add(commuteLabel(journey, place.name), 'commute')
  for (const id of amenities) addEntry(amenityName(id), 'amenities', id)
  for (const topic of REVIEW_TOPICS.filter((name) => topics.includes(name)))
    addEntry(`No complaints about ${TOPIC_TEXTS[topic].criticised}`, 'without', topic)
  if (availableBy) add(`Available by ${dayText(availableBy).replace(',', '')}`, 'availableBy')
  if (bounds) add('This part of the map', 'bounds')
  return chips
}

const dollars = (price: string): string => `$${amountText(Number(price))}`

function omit(filters: SearchFilters, name: keyof SearchFilters): SearchFilters {
  return Object.fromEntries(Object.entries(filters).filter(([key]) => key !== name))
}
