import { setTimeout as delay } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { type FastifyBaseLogger } from 'fastify'
import { Gauge } from 'prom-client'
import { type Instance, openInstance } from '../api/instance'
import { openUpstream, type Upstream } from '../api/upstream'
import { learnFrom } from './learn-from'
import { type ApiPath, buildRouteTable, type RouteTable } from './route-table'
import { type LearnedApi, type ServiceApi, unionOf } from './service-api'
import { type ServiceUrls } from './service-urls'
import { openStoredApis, type StoredApis } from './stored-apis'

export type Upstreams = Readonly<Record<string, Upstream>>

/** The services behind this gateway, and what each does: learned from the services themselves. */
export interface Services {
  names: readonly string[]
  upstreams: Upstreams
  /** The calls of a URL's path, or nothing when no service has one. */
  find(url: string): ApiPath | undefined
  /** Whether a call's path is one of these templates: `/api/apts/:ids`. */
  isTemplate(path: string): boolean
  /** Whether the calls of a service are known, from itself or from a gateway before this one. */
  knows(service: string): boolean
  /** Whether the calls of every service are known. */
  isComplete(): boolean
  /**
   * Every call that is served, the gateway's own included: `GET /api/apts/:ids`.
   * @returns undefined until the calls of every service are known
   */
  servedCalls(): ReadonlySet<string> | undefined
  /** The service that would most likely have a call: the one whose paths begin like it. */
  likelyServiceOf(call: string): string | undefined
  /** Calls of the gateway itself, which no service can have. */
  reserve(calls: readonly OwnCall[]): void
  /** Calls back when what a service does has changed. */
  onChange(listener: (service: string) => void): void
  /** Fetches the calls of a service, or of all; resolves once they are applied. */
  refresh(service?: string): Promise<void>
  close(): Promise<void>
}

export interface OwnCall {
  method: string
  path: string
}

interface Options {
  urls: ServiceUrls
  /** Where the calls of services are kept for the next start. */
  folder: string
  log: FastifyBaseLogger
}

const LOOK_EVERY_MS = 2_000
// Long enough for a service that runs; one that does not is learned of later.
const START_PATIENCE_MS = 1_500

const known = new Gauge({
  name: 'service_calls',
  help: 'Calls of a service that are routed',
  labelNames: ['service'] as const,
})
const refusals = new Gauge({
  name: 'service_calls_refused',
  help: 'Calls and documents of a service that cannot be routed, see the log for the reasons',
  labelNames: ['service'] as const,
})

interface Service {
  name: string
  instances: readonly Instance[]
  upstream: Upstream
  /** What instances published that cannot be routed, in sentences. */
  refusedBy: Map<Instance, string[]>
}

/**
 * Opens the services and learns what they do: from the files of the gateway before this one, then from the services.
 * Resolves when each has responded, or has timed out.
 */
export async function openServices({ urls, folder, log }: Options): Promise<Services> {
  const stored = openStoredApis(folder, log)
  const services = await Promise.all(
    Object.entries(urls).map(([name, instances]) => openService(name, instances, stored)),
  )
  const listeners: ((service: string) => void)[] = []
  let own: readonly OwnCall[] = []
  let table = buildRouteTable({ apis: apisOf(services), ownPaths: [] })
  let served: ReadonlySet<string> | undefined
  let reported = new Set<string>()

  function rebuild(): void {
    served = undefined
    table = buildRouteTable({ apis: apisOf(services), ownPaths: own.map(({ path }) => path), before: table })
    const sentences = services.flatMap((service) => report(service, table))
    for (const sentence of sentences) if (!reported.has(sentence)) log.error(sentence)
    reported = new Set(sentences)
  }

  function takeIn(service: Service, instance: Instance, { api, refused }: LearnedApi): void {
    const isNew = !isDeepStrictEqual(api, instance.api)
    if (!isNew && isDeepStrictEqual(refused, service.refusedBy.get(instance) ?? [])) return
    service.refusedBy.set(instance, refused)
    instance.api = api
    rebuild()
    if (!isNew) return
    log.info(
      { service: service.name, instance: instance.url, calls: api.calls.length },
      'calls of a service learned',
    )
    stored.write(service.name, routedApiOf(service, table))
    for (const listener of listeners) listener(service.name)
  }

  function refuse(service: Service, instance: Instance, reason: string): void {
    service.refusedBy.set(instance, [`${instance.url}: ${reason}; its calls stay as they were`])
    rebuild()
  }

  const lookers = services.flatMap((service) =>
    service.instances.map((instance) => ({
      service: service.name,
      look: learnFrom(instance, {
        onLearned: (learned) => takeIn(service, instance, learned),
        onRefused: (reason) => refuse(service, instance, reason),
      }),
    })),
  )
  async function refresh(name?: string): Promise<void> {
    await Promise.all(lookers.map(({ service, look }) => (name === undefined || service === name) && look()))
  }
  rebuild()
  const timer = setInterval(() => void refresh(), LOOK_EVERY_MS).unref()
  await Promise.race([refresh(), delay(START_PATIENCE_MS, undefined, { ref: false })])

  const hasCalls = ({ instances }: Service) => instances.some(({ api }) => api)
  const isComplete = () => services.every(hasCalls)
  return {
    names: services.map(({ name }) => name),
    upstreams: Object.fromEntries(services.map(({ name, upstream }) => [name, upstream])),
    find: (url) => table.find(url),
    knows: (name) => services.some((service) => service.name === name && hasCalls(service)),
    isTemplate: (path) => table.paths.has(path),
    isComplete,
    servedCalls() {
      if (!isComplete()) return undefined
      served ??= new Set([...own, ...table.routes].map(({ method, path }) => `${method} ${path}`))
      return served
    },
    likelyServiceOf: (call) => likelyService(call, table),
    reserve(calls) {
      own = calls
      rebuild()
    },
    onChange: (listener) => void listeners.push(listener),
    refresh,
    async close() {
      clearInterval(timer)
      await Promise.all(services.map(({ upstream }) => upstream.close()))
      await stored.settled()
    },
  }
}

async function openService(name: string, urls: readonly string[], stored: StoredApis): Promise<Service> {
  const instances = urls.map((url) => openInstance(name, url))
  const api = await stored.read(name)
  // Until an instance speaks for itself it is taken to do what the service did.
  for (const instance of instances) instance.api = api
  const holds = () => instances.find((instance) => instance.api?.holds)?.api?.holds ?? titleOf(name)
  return { name, instances, upstream: openUpstream(name, instances, holds), refusedBy: new Map() }
}

/** svc-lost-property: Lost property. */
function titleOf(name: string): string {
  const words = name.replace(/^svc-/, '').replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const apiOf = ({ instances }: Service): ServiceApi | undefined => {
  const apis = instances.flatMap(({ api }) => api ?? [])
  return apis.length > 0 ? unionOf(apis) : undefined
}

const apisOf = (services: Service[]): Map<string, ServiceApi> =>
  new Map(
    services.flatMap((service) => {
      const api = apiOf(service)
      return api ? [[service.name, api] as const] : []
    }),
  )

/** Only what is routed is stored: a path that another service had first must not be this one's after a restart. */
function routedApiOf(service: Service, table: RouteTable): ServiceApi {
  const api = apiOf(service)
  const calls = table.routes.filter((route) => route.service === service.name)
  return { calls, ...(api?.holds && { holds: api.holds }) }
}

/** Measures what of a service is routed. @returns sentences on what is not */
function report({ name, refusedBy }: Service, table: RouteTable): string[] {
  const sentences = [...[...refusedBy.values()].flat(), ...(table.refused.get(name) ?? [])]
  known.set({ service: name }, table.routes.filter(({ service }) => service === name).length)
  refusals.set({ service: name }, sentences.length)
  return sentences.map((sentence) => `${name}: ${sentence}`)
}

function likelyService(call: string, { routes }: RouteTable): string | undefined {
  const segments = call.replace(/^\w+ /, '').split('/')
  let best: { service: string; length: number } | undefined
  for (const { service, path } of routes) {
    const others = path.split('/')
    const differs = segments.findIndex((segment, index) => segment !== others[index])
    const length = differs < 0 ? segments.length : differs
    // '' and 'api' begin every path.
    if (length > 2 && length > (best?.length ?? 0)) best = { service, length }
  }
  return best?.service
}
