import {
  type Apartment,
  type CampusBuses,
  type Landlord,
  type Listing,
  type Review,
} from '@offquad/contracts'

// Defaults; a test overrides the fields that matter to it.

export const buildApartment = (overrides: Partial<Apartment> = {}): Apartment => ({
  id: '7',
  name: 'Gull House',
  address: '1 Gull Lane',
  landlordId: '3',
  numBeds: 2,
  numBaths: 1,
  price: 1250,
  photos: [],
  area: 'WEST',
  latitude: 42.44,
  longitude: -76.48,
  distanceToCampus: 7.6,
  ...overrides,
})

export const buildListing = (
  apartment: Partial<Apartment> = {},
  overrides: Partial<Listing> = {},
): Listing => ({
  buildingData: buildApartment(apartment),
  numReviews: 4,
  avgRating: 4.25,
  avgPrice: 3,
  company: 'Gull Homes',
  ...overrides,
})

export const buildLandlord = (overrides: Partial<Landlord> = {}): Landlord => ({
  id: '3',
  name: 'Gull Homes',
  contact: 'https://www.gull.example/rent',
  address: null,
  avgRating: 4,
  numReviews: 9,
  photos: [],
  properties: ['7'],
  reviews: [],
  ...overrides,
})

export const buildReview = (overrides: Partial<Review> = {}): Review => ({
  id: 'r1',
  aptId: '7',
  landlordId: '3',
  date: '2021-04-10T00:00:00.000Z',
  overallRating: 4,
  detailedRatings: { location: 5, maintenance: 3, safety: 4, conditions: 4 },
  bedrooms: 2,
  price: 3,
  photos: [],
  reviewText: 'Quiet building, decent people.',
  likes: 2,
  status: 'APPROVED',
  ...overrides,
})

type BusLine = CampusBuses['stops'][number]['lines'][number]

const busLine: BusLine = {
  name: '10',
  headsign: 'Campus',
  placeId: 'hoPlaza',
  rideMinutes: 6,
  walkMinutes: 0,
  departures: 72,
  everyMinutes: 10,
}

/** One stop with these lines. */
export const buildCampusBuses = (...lines: Partial<BusLine>[]): CampusBuses => ({
  timetable: { agencies: ['Hill Buses'], day: '2026-11-24' },
  stops: [
    { name: 'Lake Street', walkMinutes: 3, lines: lines.map((overrides) => ({ ...busLine, ...overrides })) },
  ],
})
