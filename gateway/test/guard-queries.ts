import { guardQueries } from '@offquad/service-kit/testing'

guardQueries({
  small: {
    site: 'one document',
    apps: 'a document for each app, of older gateways',
    secrets: 'a document for each purpose',
  },
  accepted: [],
})
