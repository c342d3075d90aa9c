import { type Endpoint, ENDPOINTS } from '@offquad/contracts'
import { describeApi, route } from '@offquad/service-kit'
import fastify from 'fastify'

export type ServiceName = keyof typeof ENDPOINTS
export const SERVICE_NAMES = Object.keys(ENDPOINTS) as ServiceName[]

/** The OpenAPI document that a service with these calls would publish. */
export async function describeCalls(
  name: string,
  endpoints: readonly Endpoint[],
  holds?: string,
): Promise<object> {
  const app = fastify()
  app.setValidatorCompiler(() => () => true)
  app.setSerializerCompiler(() => JSON.stringify)
  await describeApi(app, name, { ...(holds && { 'x-holds': holds }), 'x-publishes-changes': true })
  for (const endpoint of endpoints) route(app, endpoint, () => undefined as never)
  await app.ready()
  const document = app.swagger()
  await app.close()
  return document
}

const HOLDS: Partial<Record<ServiceName, string>> = {
  'svc-catalog': 'Listings',
  'svc-reviews': 'Reviews',
  'svc-users': 'Accounts',
}
const documents = new Map<ServiceName, Promise<object>>()

/** The OpenAPI document of a service of this repository. */
export function documentOf(name: ServiceName): Promise<object> {
  const document = documents.get(name) ?? describeCalls(name, ENDPOINTS[name], HOLDS[name])
  documents.set(name, document)
  return document
}
