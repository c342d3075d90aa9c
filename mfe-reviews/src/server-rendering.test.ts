/** @jest-environment node */
import { type RemoteDefinition, type RemoteReads } from '@offquad/web-kit'
import { buildListing } from '@offquad/web-kit/testing/build'
import { describeServerRendering } from '@offquad/web-kit/testing/server'

const answers = [{ path: '/api/page-data/reviews/12', body: [buildListing({ name: 'Gull House' })] }]

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
