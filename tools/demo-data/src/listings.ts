import { AMENITY_IDS, type RoomType, type University } from '@offquad/contracts'
import { HOUSE_KINDS, HOUSE_NAMES, LANDLORDS, STREET_KINDS, STREETS } from './names'
import { createRandom, type Random } from './random'

/** Rows as an export holds them; the import reads them like any other. */
export interface ApartmentRow {
  id: string
  name: string
  address: string
  landlordId: string
  area: string
  numBeds: number
  numBaths: number
  price: number | ''
  latitude: number
  longitude: number
  roomTypes?: RoomType[]
  amenities?: string[]
}

export interface Neighborhood {
  area: string
  /** From the map's centre, in kilometres north and east; and how far apartments lie around that point. */
  north: number
  east: number
  spread: number
  share: number
  rent: number
}

export const NEIGHBORHOODS: Neighborhood[] = [
  { area: 'COLLEGETOWN', north: -0.55, east: -0.02, spread: 0.32, share: 0.4, rent: 1450 },
  { area: 'DOWNTOWN', north: -0.9, east: -1.15, spread: 0.4, share: 0.22, rent: 1150 },
  { area: 'WEST', north: 0.05, east: -0.75, spread: 0.26, share: 0.16, rent: 1200 },
  { area: 'NORTH', north: 1.15, east: 0.35, spread: 0.4, share: 0.15, rent: 1000 },
  { area: 'OTHER', north: -0.4, east: 2.6, spread: 1.1, share: 0.07, rent: 900 },
]

const APARTMENTS = 320
export const KM_PER_DEGREE = 111.2

export const landlordRows = (random: Random) =>
  LANDLORDS.map((name, index) => ({
    id: `demo-landlord-${index + 1}`,
    name,
    contact: random.chance(0.8) ? `https://www.${name.toLowerCase().replace(/[^a-z]+/g, '-')}.example` : '',
    address: random.chance(0.6) ? address(random) : null,
  }))

/** Apartments around the university's map centre, in its own areas. */
export function apartmentRows(university: University, random: Random): ApartmentRow[] {
  const known = new Set([...university.areas.map(({ id }) => id), 'OTHER'])
  const neighborhoods = NEIGHBORHOODS.filter(({ area }) => known.has(area))
  const names = new Set<string>()
  const rows = Array.from({ length: APARTMENTS }, (_, index): ApartmentRow => {
    const neighborhood = chooseNeighborhood(neighborhoods, random)
    const beds = random.pick([0, 1, 1, 1, 2, 2, 3, 3, 4, 5, 6])
    const place = address(random)
    const { north, east, spread } = neighborhood
    return {
      id: `demo-${index + 1}`,
      name: newName(names, place, random),
      address: place,
      landlordId: random.chance(0.03)
        ? ''
        : `demo-landlord-${1 + Math.floor(random.next() ** 1.6 * LANDLORDS.length)}`,
      area: neighborhood.area,
      numBeds: beds,
      numBaths: beds === 0 ? 0 : Math.max(1, Math.ceil(beds / random.between(2, 3))),
      price: random.chance(0.1) ? '' : rentOf(neighborhood, random),
      ...offset(university.mapCenter, north + random.bell() * spread, east + random.bell() * spread),
    }
  })
  return rows.map((row, index) => asUnit(row, index, rows))
}

/** Buildings with several apartments, whose pins lie on each other: the row of the first one, and how many there are. */
const BUILDINGS = [
  { first: 231, units: 3 },
  { first: 274, units: 6 },
  { first: 297, units: 4 },
]

/** The row of the first apartment in the building of this row; the row itself where it is the only one there. */
export const firstUnitOf = (index: number): number =>
  BUILDINGS.find(({ first, units }) => index >= first && index < first + units)?.first ?? index

function asUnit(row: ApartmentRow, index: number, rows: readonly ApartmentRow[]): ApartmentRow {
  const position = firstUnitOf(index)
  const first = rows[position]
  if (position === index || !first) return row
  const { name, address, landlordId, area, latitude, longitude } = first
  const unit = `Unit ${index - position + 1}`
  return {
    ...row,
    name: `${name}, ${unit}`,
    address: `${address}, ${unit}`,
    landlordId,
    area,
    latitude,
    longitude,
  }
}

const ROOMS_SEED = 2027

/**
 * Adds room types and amenities: several room types to a third of the apartments, one to a sixth, none to half of them;
 * amenities to two thirds.
 */
export function withRooms(rows: ApartmentRow[], today: Date): ApartmentRow[] {
  // Leases begin on the first of August, as in most university towns.
  const year = today.getUTCFullYear() + (today.getUTCMonth() < 7 ? 0 : 1)
  return rows.map((row, index) => {
    const random = createRandom(ROOMS_SEED + index)
    const count = index % 6 < 2 ? random.between(2, 4) : index % 6 === 2 ? 1 : 0
    return {
      ...row,
      ...(count > 0 && { roomTypes: roomTypesOf(row, count, { year, random }) }),
      ...(index % 3 !== 1 && { amenities: AMENITY_IDS.filter(() => random.chance(0.35)) }),
    }
  })
}

/** The first one is what the row says, or a studio where it says nothing. */
function roomTypesOf(
  { numBeds, numBaths, price }: ApartmentRow,
  count: number,
  { year, random }: { year: number; random: Random },
): RoomType[] {
  const rent = price === '' ? 25 * random.between(32, 56) : price
  return Array.from({ length: count }, (_, index) => ({
    beds: numBeds + index,
    baths: Math.max(1, numBaths) + Math.floor(index / 2),
    rent: rent + index * 25 * random.between(2, 10),
    ...(random.chance(0.8) && { availableFrom: `${year}-${random.pick(['06-01', '08-01', '08-15'])}` }),
    ...(random.chance(0.7) && { leaseMonths: random.pick([10, 12, 12]) }),
    ...(random.chance(0.6) && { squareFeet: 10 * random.between(35, 60) + 150 * index }),
  }))
}

function chooseNeighborhood(neighborhoods: Neighborhood[], random: Random): Neighborhood {
  let left = random.next() * neighborhoods.reduce((sum, { share }) => sum + share, 0)
  const chosen = neighborhoods.find(({ share }) => (left -= share) < 0) ?? neighborhoods[0]
  if (!chosen) throw new RangeError('no neighborhood lies in an area of this university')
  return chosen
}

const rentOf = ({ rent }: Neighborhood, random: Random) =>
  Math.round((rent * (1 + random.bell() * 0.28)) / 25) * 25

const address = (random: Random) =>
  `${random.between(1, 420)} ${random.pick(STREETS)} ${random.pick(STREET_KINDS)}`

function newName(taken: Set<string>, place: string, random: Random): string {
  const name = random.chance(0.5)
    ? place
    : random.chance(0.06)
      ? `The ${random.pick(HOUSE_NAMES)} and ${random.pick(HOUSE_NAMES)} Student Residences on ${random.pick(STREETS)}`
      : `${random.chance(0.3) ? 'The ' : ''}${random.pick(HOUSE_NAMES)} ${random.pick(HOUSE_KINDS)}`
  if (taken.has(name)) return newName(taken, address(random), random)
  taken.add(name)
  return name
}

export function offset({ latitude, longitude }: University['mapCenter'], northKm: number, eastKm: number) {
  const perDegreeEast = KM_PER_DEGREE * Math.cos((latitude * Math.PI) / 180)
  const round = (value: number) => Math.round(value * 1e5) / 1e5
  return {
    latitude: round(latitude + northKm / KM_PER_DEGREE),
    longitude: round(longitude + eastKm / perDegreeEast),
  }
}
