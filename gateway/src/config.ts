import { loadConfig, serviceSettings } from '@offquad/service-kit'
import { type Static, Type } from 'typebox'

const { NODE_ENV, HOST, PORT, LOG_LEVEL, REDIS_URL, QUEUE_PREFIX, UNIVERSITY_FILE } = serviceSettings

const serviceUrl = (service: string) =>
  Type.String({ pattern: '^https?://[^/]+$', description: `Where ${service} listens` })

export const gatewaySettings = Type.Object({
  NODE_ENV,
  HOST,
  PORT: Type.Integer({ ...PORT, default: 8080 }),
  LOG_LEVEL,
  REDIS_URL,
  QUEUE_PREFIX,
  UNIVERSITY_FILE,
  SVC_CATALOG_URL: serviceUrl('svc-catalog'),
  SVC_REVIEWS_URL: serviceUrl('svc-reviews'),
  SVC_USERS_URL: serviceUrl('svc-users'),
  MF_DIR: Type.String({ description: 'Folder of registry.json and of the published apps' }),
  MEDIA_DIR: Type.Optional(Type.String({ description: 'Folder of pictures served under /media/' })),
})
export type GatewayConfig = Static<typeof gatewaySettings>

export const loadGatewayConfig = (): GatewayConfig => loadConfig(gatewaySettings, process.env)
