import { AMENITY_IDS, type RoomType } from '@offquad/contracts'
import { createRandom, type Random } from '@offquad/service-kit/testing/random'

/** Rows in the format of import files. */
export interface InventedCatalog {
  apartments: InventedApartment[]
  landlords: { id: string; name: string; address: string; contact: string; photos: string[] }[]
}

export interface InventedApartment {
  id: string
  name: string
  address: string
  landlordId: string
  numBeds: number
  numBaths: number
  price: number
  area: string
  photos: string[]
  roomTypes: RoomType[]
  amenities: string[]
}

const AREAS = ['COLLEGETOWN', 'WEST', 'NORTH', 'DOWNTOWN', 'OTHER']
const STARTS =
  'Ald Birch Cob Dove Eld Fox Grist Haw Iron Jun Kest Lark Mul Night Osp Penny Quar Row Salt This'
const ENDS =
  'er wood ble cote berry glove mill thorn ridge iper rel spur field ingale rey whistle ry an box tle'
const STREET_KINDS = ['Street', 'St', 'Avenue', 'Ave', 'Place', 'Lane', 'Terrace', 'Court', 'Road', 'Rd']
const HOUSE_KINDS = ['House', 'Apartments', 'Lofts', 'Flats', 'Commons', 'Terrace', 'Court', 'View', 'Annex']
const FIRM_KINDS = ['Rentals', 'Homes', 'Management', 'Properties', 'Living']
const PHOTO = '/media/demo/building.svg'

const words = (random: Random, count: number): string[] => {
  const [starts, ends] = [STARTS.split(' '), ENDS.split(' ')]
  const all = starts.flatMap((start) => ends.map((end) => start + end))
  return Array.from({ length: count }, () => random.pick(all))
}

/**
 * Generates apartments with a realistic distribution of names, rents and rooms. The vocabulary grows with the number of
 * apartments, but more slowly. Some rents and rooms are unknown (0), and some
 * have several room types, which count instead.
 */
export function inventCatalog(size: number): InventedCatalog {
  const random = createRandom(size)
  const streets = words(random, Math.ceil(Math.sqrt(size) * 2))
  const houses = words(random, Math.ceil(Math.sqrt(size) * 3))
  const landlords = Array.from({ length: Math.ceil(size / 20) }, (_, index) => ({
    id: `L${index}`,
    name: `${random.pick(houses)} ${random.pick(FIRM_KINDS)}`,
    address: `${1 + random.below(900)} ${random.pick(streets)} ${random.pick(STREET_KINDS)}`,
    contact: '',
    photos: [],
  }))
  const apartments = Array.from({ length: size }, (_, index) => {
    const numBeds = random.below(10) === 0 ? 0 : 1 + random.below(random.below(8) + 1)
    return {
      id: String(index + 1),
      name: `${random.pick(houses)} ${random.pick(HOUSE_KINDS)}`,
      address: `${1 + random.below(900)} ${random.pick(streets)} ${random.pick(STREET_KINDS)}, Ithaca, NY 14850`,
      landlordId: random.pick(landlords).id,
      numBeds,
      numBaths: numBeds === 0 ? 0 : 1 + random.below(Math.ceil(numBeds / 2)) / 2,
      price: random.below(10) === 0 ? 0 : 500 + 5 * (random.below(200) + random.below(200)),
      area: random.pick(AREAS),
      photos: [PHOTO],
      roomTypes: inventRoomTypes(random),
      amenities: AMENITY_IDS.filter(() => random.below(3) === 0),
    }
  })
  return { apartments, landlords }
}

/** None for half of the apartments, else up to four. */
function inventRoomTypes(random: Random): RoomType[] {
  const count = random.below(2) * (1 + random.below(4))
  const beds = random.below(5)
  return Array.from({ length: count }, (_, index) => ({
    beds: beds + index,
    baths: 1 + random.below(1 + index),
    rent: 500 + 5 * (random.below(200) + random.below(200)),
    availableFrom: `2027-0${1 + random.below(9)}-01`,
  }))
}

const shorten = (word: string, random: Random) => word.slice(0, 3 + random.below(word.length))
const misspell = (word: string, random: Random) => {
  const at = 1 + random.below(Math.max(1, word.length - 2))
  const kinds = [
    word.slice(0, at) + word.slice(at + 1),
    word.slice(0, at) + word.charAt(at) + word.slice(at),
    word.slice(0, at) + word.charAt(at + 1) + word.charAt(at) + word.slice(at + 2),
  ]
  return random.pick(kinds)
}

/** Realistic search texts: prefixes of names and addresses, whole ones, house numbers with streets, and typos. */
export function inventQueries({ apartments, landlords }: InventedCatalog, count: number): string[] {
  const random = createRandom(count)
  const typed = new Set<string>()
  const kinds: (() => string)[] = [
    () => random.pick(apartments).name,
    () => shorten(random.pick(apartments).name, random),
    () => shorten(random.pick(apartments).name, random).toLowerCase(),
    () => misspell(random.pick(apartments).name, random),
    () => random.pick(apartments).address.split(',')[0] ?? '',
    () => shorten(random.pick(apartments).address, random),
    () => shorten(random.pick(landlords).name, random),
    () => misspell(random.pick(landlords).name, random).toLowerCase(),
  ]
  while (typed.size < count) typed.add(random.pick(kinds)())
  return [...typed]
}
