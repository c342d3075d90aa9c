/** @jest-environment node */
import { type RemoteDefinition, type RemoteReads } from '@offquad/web-kit'
import { buildListing } from '@offquad/web-kit/testing/build'
import { describeServerRendering } from '@offquad/web-kit/testing/server'

const gull = { id: '3', name: 'Gull Homes', avgRating: 4, numReviews: 2, numBuildings: 1 }
const answers = [
  {
    path: '/api/page-data/landlords/8',
    body: [{ ...gull, listings: [buildListing({ name: 'Gull House' })] }],
  },
]

describeServerRendering({
  app: 'mfe-reviews',
  load: () => ({
    ...jest.requireActual<{ remote: RemoteDefinition }>('./remote').remote,
    reads: jest.requireActual<{ reads: RemoteReads }>('./reads').reads,
  }),
  answers,
  texts: {
    '/reviews': 'Gull House',
  },
})
