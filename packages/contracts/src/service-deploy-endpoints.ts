import { type Static, Type } from 'typebox'
import { Authorship, DeployEntry } from './deploy-endpoints'
import { endpoint } from './endpoint'
import { PublishedApp } from './remotes'

const ServiceParams = Type.Object({ service: Type.String({ pattern: '^svc-[a-z]+$' }) })

export const checkServiceVersion = endpoint('POST /api/services/:service/check', {
  summary:
    'Says whether a version of a service has every call that the live slices use. With the deploy token of the service.',
  params: ServiceParams,
  body: Type.Unknown({ description: 'Its /openapi.json' }),
  bodyLimit: 4 * 1024 * 1024,
  reply: Type.Object({ calls: Type.Integer({ description: 'How many calls are served with it' }) }),
})

/** The state of a new version of a service that gets some of the requests, or that has replaced the one before it. */
export const ServiceTrial = Type.Object({
  url: Type.Optional(Type.String({ description: 'Of the instance on trial; absent: there is none' })),
  partner: Type.Optional(
    Type.String({
      description: 'It gets the requests of those who get the canary of this app, and no others',
    }),
  ),
  getsAll: Type.Boolean({ description: 'While the others are replaced' }),
  requests: Type.Integer({ description: 'That it got, beside or after another version' }),
  complaint: Type.Optional(
    Type.String({
      description: 'Where it fails more often, or is far slower, than the others or the version before it',
    }),
  ),
})
export type ServiceTrial = Static<typeof ServiceTrial>

export const getServiceTrial = endpoint('GET /api/services/:service/trial', {
  summary: 'How the instance of a service that is on trial does. With the deploy token of the service.',
  params: ServiceParams,
  reply: ServiceTrial,
})

/** An entry in the history of a service. */
export const ServiceEntry = Type.Object({
  ...DeployEntry.properties,
  action: Type.Enum(['deploy', 'rollback', 'taken back']),
  version: Type.String({ description: 'The version that runs since, or that was taken back' }),
  before: Type.String({ description: 'The version that ran' }),
})
export type ServiceEntry = Static<typeof ServiceEntry>

const ServiceChange = Type.Object({
  action: ServiceEntry.properties.action,
  version: PublishedApp.properties.version,
  before: PublishedApp.properties.version,
  ...Authorship,
})
export type ServiceChange = Static<typeof ServiceChange>

export const noteServiceChange = endpoint('POST /api/services/:service/history', {
  summary: 'Notes that the version of a service has changed. With the deploy token of the service.',
  status: 201,
  params: ServiceParams,
  body: ServiceChange,
  reply: ServiceEntry,
})

export const getServiceHistory = endpoint('GET /api/services/:service/history', {
  summary: 'Which versions a service had. With the deploy token of the service.',
  params: ServiceParams,
  reply: Type.Array(ServiceEntry, { description: 'Newest first' }),
})

export const ServiceState = Type.Object({
  service: Type.String(),
  instances: Type.Array(
    Type.Object({
      url: Type.String(),
      build: Type.Optional(Type.String({ description: 'Which code it runs, as it says itself' })),
      health: Type.Enum(['good', 'draining', 'away']),
    }),
  ),
  calls: Type.Array(
    Type.Object({
      call: Type.String({ description: 'GET /api/apts/:ids' }),
      usedBy: Type.Array(PublishedApp.properties.app, {
        description: 'With the version that is live or tried',
      }),
    }),
  ),
  problems: Type.Array(Type.String(), { description: 'Why calls of it are not served' }),
  trial: Type.Optional(ServiceTrial),
  history: Type.Array(ServiceEntry, { description: 'Newest first' }),
})
export type ServiceState = Static<typeof ServiceState>

export const getServices = endpoint('GET /api/admin/services', {
  summary:
    'Every service of this gateway: its instances, its calls with the slices that use them, its version on trial, and its history. For administrators and engineers.',
  access: 'signed-in',
  reply: Type.Array(ServiceState),
})
