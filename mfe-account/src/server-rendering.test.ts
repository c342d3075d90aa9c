/** @jest-environment node */
import { type RemoteDefinition } from '@offquad/web-kit'
import { describeServerRendering } from '@offquad/web-kit/testing/server'

const answers = [{ path: '/api/faqs', body: [{ question: 'Who may write?', answer: 'Students.' }] }]

describeServerRendering({
  app: 'mfe-account',
  load: () => jest.requireActual<{ remote: RemoteDefinition }>('./remote').remote,
  answers,
  texts: {
    '/faq': 'Who may write?',
    '/policies': 'Photos you upload are stored without the location',
  },
})
