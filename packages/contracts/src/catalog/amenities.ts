import { lookUp } from '../look-up'

/** Amenities of apartments, with their display names. */
export const AMENITIES = {
  laundry: 'Laundry',
  parking: 'Parking',
  pets: 'Pets allowed',
  furnished: 'Furnished',
  'utilities-included': 'Utilities included',
  'air-conditioning': 'Air conditioning',
  dishwasher: 'Dishwasher',
  'bike-storage': 'Bike storage',
  'step-free': 'Step-free access',
  'roommate-matching': 'Roommate matching',
} as const
export type Amenity = keyof typeof AMENITIES

/** In display order. */
export const AMENITY_IDS = Object.keys(AMENITIES) as Amenity[]

/** The name of an amenity, or its id if only a newer version of the catalog knows it. */
export const amenityName = (id: string): string => lookUp<string>(AMENITIES, id) ?? id
