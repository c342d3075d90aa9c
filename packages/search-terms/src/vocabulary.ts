import {
  AMENITIES,
  type Amenity,
  AMENITY_IDS,
  campusPlaces,
  commuteText,
  REVIEW_TOPICS,
  type ReviewTopic,
  type SearchFilters,
  type University,
} from '@offquad/contracts'
import { tokensOf } from './tokens'

/** The parts of a university that searches name. */
export type NamedPlaces = Pick<University, 'areas' | 'landmarks' | 'buildings'>

/**
 * The distance of "near" in minutes on foot: planners call the area within a 15-minute walk "walking distance"
 * (Moreno et al., "Introducing the 15-Minute City", Smart Cities 4(1), 2021).
 */
export const NEAR_MINUTES = 15

export interface Name {
  words: string[]
  filters: SearchFilters
  /** Whether it may precede "house" without being the name of a house. */
  isAdjective?: boolean
  /** Means the place only after words such as in "near Olin". */
  isShort?: boolean
}

/** Synonyms of the names of amenities. */
const AMENITY_TERMS: Record<Amenity, string> = {
  laundry:
    'washer, washers, dryer, washer dryer, washer and dryer, washer/dryer, w/d, washing machine, washing machines, in-unit laundry, in unit laundry, laundry in unit, laundry in building, laundry room',
  parking: 'parking spot, parking space, parking lot, garage, driveway, car parking, off-street parking',
  pets: 'pets, pet, pet friendly, pet-friendly, pets ok, pets welcome, dog, dogs, cat, cats, dogs allowed, cats allowed, dog friendly, cat friendly, dog-friendly, cat-friendly',
  furnished: 'fully furnished, furniture',
  'utilities-included':
    'utilities, all utilities, all utilities included, utilities incl, utils, utils included, bills included, all bills included',
  'air-conditioning':
    'ac, a/c, aircon, air con, air conditioned, air conditioner, air-conditioning, central air',
  dishwasher: 'dish washer',
  'bike-storage': 'bike room, bike rack, bike racks, bike parking, bicycle storage, bike shed',
  'step-free':
    'step-free, step free, accessible, wheelchair, wheelchair access, wheelchair accessible, no steps, no stairs',
  'roommate-matching': 'roommate, roommates',
}

/** Qualities that a search approximates as topics without complaints. */
const QUALITY_TERMS: Partial<Record<ReviewTopic, string[]>> = {
  internet: ['wifi', 'wi-fi', 'internet', 'good wifi', 'fast wifi', 'good internet', 'fast internet'],
  noise: ['quiet'],
  safety: ['safe'],
  light: ['bright', 'sunny'],
}

/** Terms for room types and sort orders. */
const OTHER_TERMS: [string[], SearchFilters][] = [
  [['studio', 'studios'], { maxBedrooms: 0 }],
  [
    ['cheap', 'cheaper', 'cheapest', 'affordable', 'inexpensive', 'low rent', 'low-rent', 'low cost'],
    { initialSortBy: 'price', initialSortLowToHigh: true },
  ],
]

const namesByPlaces = new WeakMap<NamedPlaces, Name[]>()

/** Names of areas, landmarks, buildings and amenities, and other words for them, the longest first. Found once for the same object. */
export function namesOf(places: NamedPlaces): Name[] {
  const names = namesByPlaces.get(places) ?? findNames(places)
  namesByPlaces.set(places, names)
  return names
}

function findNames({ areas, ...campus }: NamedPlaces): Name[] {
  const namesFor = (terms: string[], filters: SearchFilters): Name[] =>
    terms.map((term) => ({ words: tokensOf(term).map(({ word }) => word), filters }))
  return [
    ...areas.flatMap(({ name, terms = [] }) => namesFor([name, ...terms], { locations: [name] })),
    ...campusPlaces(campus).flatMap(({ id, name, terms = [] }) => {
      const filters = { commute: commuteText({ placeId: id, mode: 'walk', minutes: NEAR_MINUTES }) }
      const short = name.replace(/ (?:Hall|Library|College)$/, '')
      return [
        ...namesFor([name, ...terms], filters),
        ...namesFor(short === name ? [] : [short], filters).map((term) => ({ ...term, isShort: true })),
      ]
    }),
    ...AMENITY_IDS.flatMap((id) =>
      namesFor([AMENITIES[id], ...AMENITY_TERMS[id].split(', ')], { amenities: [id] }).map((name) => ({
        ...name,
        isAdjective: id === 'furnished' || name.words.length > 1,
      })),
    ),
    ...OTHER_TERMS.flatMap(([terms, filters]) =>
      namesFor(terms, filters).map((name) => ({ ...name, isAdjective: true })),
    ),
    ...REVIEW_TOPICS.flatMap((topic) => namesFor(QUALITY_TERMS[topic] ?? [], { without: [topic] })),
  ]
    .filter(({ words }) => words.length > 0)
    .sort((first, second) => second.words.length - first.words.length)
}

export type Match<T> = { length: number; value: T } | undefined

export function matchName(words: string[], names: Name[]): Match<Name> {
  const value = names.find(
    (name) =>
      name.words.every((word, index) => words[index] === word) &&
      !(name.isShort && isOfStreet(words[name.words.length])),
  )
  return value && { length: value.words.length, value }
}

/** Whether a word completes the name of a street or house: "near Gates Street". */
export const isOfStreet = (word = ''): boolean =>
  /^(?:st|street|ave|avenue|rd|road|ln|lane|dr|drive|pl|place|ct|court|way|house|apartments?|apts?)$/.test(
    word,
  )
