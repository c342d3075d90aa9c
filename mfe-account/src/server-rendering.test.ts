/** @jest-environment node */
import { type RemoteDefinition, type RemoteReads } from '@offquad/web-kit'
import { describeServerRendering } from '@offquad/web-kit/testing/server'

const answers = [{ path: '/api/faqs', body: [{ question: 'Who may write?', answer: 'Students.' }] }]

describeServerRendering({
  app: 'mfe-account',
  load: () => ({
    ...jest.requireActual<{ remote: RemoteDefinition }>('./remote').remote,
    reads: jest.requireActual<{ reads: RemoteReads }>('./reads').reads,
  }),
  answers,
  texts: {
    '/faq': 'Who may write?',
    '/policies': 'Photos you upload are stored without the location',
  },
})
