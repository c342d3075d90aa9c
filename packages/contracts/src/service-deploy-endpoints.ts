import { type Static, Type } from 'typebox'
import { endpoint } from './endpoint'

const ServiceParams = Type.Object({ service: Type.String({ pattern: '^svc-[a-z]+$' }) })
const problems = [401, 403, 503]

export const checkServiceVersion = endpoint('POST /api/services/:service/check', {
  summary:
    'Says whether a version of a service has every call that the live slices use. With the deploy token of the service.',
  params: ServiceParams,
  body: Type.Unknown({ description: 'Its /openapi.json' }),
  bodyLimit: 4 * 1024 * 1024,
  reply: Type.Object({ calls: Type.Integer({ description: 'How many calls are served with it' }) }),
  problems,
})

/** How a new version of a service does that gets some of the requests beside the others. */
export const ServiceTrial = Type.Object({
  url: Type.Optional(Type.String({ description: 'Of the instance on trial; absent: there is none' })),
  getsAll: Type.Boolean({ description: 'While the others are replaced' }),
  requests: Type.Integer({ description: 'That it got' }),
  complaint: Type.Optional(
    Type.String({ description: 'Where it fails more often than the others, or is far slower' }),
  ),
})
export type ServiceTrial = Static<typeof ServiceTrial>

export const getServiceTrial = endpoint('GET /api/services/:service/trial', {
  summary: 'How the instance of a service that is on trial does. With the deploy token of the service.',
  params: ServiceParams,
  reply: ServiceTrial,
  problems: [...problems, 404],
})
