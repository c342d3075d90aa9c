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

/** The filters in words that mean the same filters when typed, in the order of a sentence; sort orders are left out. */
export function filterLabels(filters: SearchFilters, places: NamedPlaces): string[] {
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
  const journey = parseCommute(commute)
  const place = journey && campusPlaces(places).find(({ id }) => id === journey.placeId)
  return [
    ...locations,
    bedrooms && `${bedrooms}+ beds`,
    maxBedrooms !== undefined && mostBedsText(maxBedrooms),
    bathrooms && `${bathrooms}+ baths`,
    minPrice && `From ${dollars(minPrice)}`,
    maxPrice && `Up to ${dollars(maxPrice)}`,
    place && commuteLabel(journey, place.name),
    ...amenities.map(amenityName),
    ...REVIEW_TOPICS.filter((topic) => topics.includes(topic)).map(
      (topic) => `No complaints about ${TOPIC_TEXTS[topic].criticised}`,
    ),
    availableBy && `Available by ${dayText(availableBy).replace(',', '')}`,
    bounds && 'This part of the map',
  ].filter((label): label is string => Boolean(label))
}

const mostBedsText = (beds: number): string =>
  beds === 0 ? 'Studio' : `Up to ${beds} ${beds === 1 ? 'bed' : 'beds'}`

const dollars = (price: string): string => `$${amountText(Number(price))}`
