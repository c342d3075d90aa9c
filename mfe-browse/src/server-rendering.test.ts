/** @jest-environment node */
import { type RemoteDefinition, type RemoteReads } from '@offquad/web-kit'
import { buildApartment, buildCampusBuses, buildLandlord, buildListing } from '@offquad/web-kit/testing/build'
import { describeServerRendering } from '@offquad/web-kit/testing/server'

const cards = { buildingData: [buildListing({ name: 'Gull House' })], isEnded: true }

const RENTS = { rents: [{ bedrooms: 2, year: 2025, bracket: 3, reports: 4 }] }

const guide = {
  slug: 'leases',
  title: 'Reading a lease',
  summary: 'Before you sign.',
  minutes: 5,
  updatedAt: '2026-11-20T12:00:00.000Z',
}

const answers = [
  ...['distanceToCampus', 'numReviews', 'weightedRating'].map((order) => ({
    path: `/api/page-data/home/8/${order}`,
    body: cards,
  })),
  { path: '/api/search-with-query-and-filters/count', body: { count: 320 } },
  ...['WEST', 'NORTH', 'OTHER'].map((area) => ({ path: `/api/review/${area}/count`, body: { count: 2 } })),
  { path: '/api/search?q=gull', body: [] },
  { path: '/api/search-with-query-and-filters?q=gull&size=21', body: [buildListing({ name: 'Gull House' })] },
  { path: '/api/search-with-query-and-filters/count?q=gull', body: { count: 1 } },
  { path: '/api/apts/7', body: [buildApartment()] },
  { path: '/api/travel-times-by-id/7', body: {} },
  { path: '/api/campus-buses/7', body: buildCampusBuses({}) },
  { path: '/api/listings/7', body: [buildListing()] },
  { path: '/api/reported-rents?aptId=7', body: RENTS },
  { path: '/api/landlord/3', body: buildLandlord() },
  { path: '/api/buildings/all/3', body: [buildListing()] },
  { path: '/api/location/west', body: [buildListing({ name: 'Gull House' })] },
  { path: '/api/reported-rents?area=west', body: RENTS },
  { path: '/api/guides', body: [guide, { ...guide, slug: 'deposits', title: 'Deposits' }] },
  {
    path: '/api/guides/leases',
    body: {
      ...guide,
      text: [{ tag: 'p' }, 'Who pays for heat?', null],
      contents: ['a', 'b', 'c'].map((id) => ({ id, title: id })),
    },
  },
  { path: '/api/listings/7%2C8', body: [buildListing(), buildListing({ id: '8', name: 'Tern House' })] },
  { path: '/api/reviews/ratings?aptIds=7%2C8', body: [] },
]

describeServerRendering({
  app: 'mfe-browse',
  load: () => ({
    ...jest.requireActual<{ remote: RemoteDefinition }>('./remote').remote,
    reads: jest.requireActual<{ reads: RemoteReads }>('./reads').reads,
  }),
  answers,
  laterReads: ['/api/landlord/:id', '/api/buildings/all/:landlordId'],
  texts: {
    '/': 'Gull House',
    '/search': 'What are you looking for?',
    '/search?q=gull': 'Gull House',
    '/apartment/7': '1 Gull Lane',
    '/landlord/3': 'Gull Homes',
    '/location/west': 'Gull House',
    '/guides': 'Before you sign.',
    '/guides/leases': 'Who pays for heat?',
    '/compare': 'Compare places side by side',
    '/compare?ids=7,8': 'Tern House',
  },
})
