import { lookUp } from '../look-up'

/** What an apartment may offer, with the names that people read. */
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

/** In the order in which pages list them. */
export const AMENITY_IDS = Object.keys(AMENITIES) as Amenity[]

/** Its name; of an amenity that only a newer version of the catalog knows, its id. */
export const amenityName = (id: string): string => lookUp<string>(AMENITIES, id) ?? id
