import { setTimeout as delay } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { type ServiceTrial } from '@offquad/contracts'
import { type CallDirectory, type ServiceDirectory } from '@offquad/releases'
import { coalesce, InvalidInputError } from '@offquad/service-kit'
import { type FastifyBaseLogger } from 'fastify'
import { Gauge } from 'prom-client'
import { type Instance, openInstance } from '../api/instance'
import { openTrial } from '../api/trial'
import { openUpstream, type Upstream } from '../api/upstream'
import { createApiPoller } from './api-poller'
import { type ApiPath, buildRouteTable, type RouteTable } from './route-table'
import { type LearnedApi, readServiceDocument, type ServiceApi, unionOf } from './service-api'
import { readServiceFiles, type ServiceUrls } from './service-urls'
import { openStoredApis, type StoredApis } from './stored-apis'

export type Upstreams = Readonly<Record<string, Upstream>>

/** The services behind this gateway and their calls, which it learns from the services. */
export interface Services extends CallDirectory, ServiceDirectory {
  /** Upstreams by name of the service; grows when one joins. */
  upstreams: Upstreams
  /** The calls of a URL's path; undefined when no service has any. */
  find(url: string): ApiPath | undefined
  /** Whether a path is the template of a call: `/api/apts/:ids`. */
  isTemplate(path: string): boolean
  /** Whether the calls of a service are known, from the service or from an earlier run of the gateway. */
  knows(service: string): boolean
  /** Whether the calls of every service are known. */
  isComplete(): boolean
  /** Reserves the gateway's own calls, so that no service can have them. */
  reserve(calls: readonly OwnCall[]): void
  /** Calls back when the calls of a service, or the code behind them, have changed. */
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
  /** Folder with the URLs of services that join later, and of instances on trial beside those that are known. */
  joining?: string | undefined
  /** The folder that keeps the calls of services for the next start. */
  folder: string
  log: FastifyBaseLogger
}

const POLL_EVERY_MS = 2_000
// Long enough for a running service; the others are polled later.
const STARTUP_TIMEOUT_MS = 1_500

const routedCalls = new Gauge({
  name: 'service_calls',
  help: 'Calls of a service that are routed',
  labelNames: ['service'] as const,
})
const rejectedCalls = new Gauge({
  name: 'service_calls_refused',
  help: 'Calls and documents of a service that cannot be routed; see the log for reasons',
  labelNames: ['service'] as const,
})

interface Service {
  name: string
  instances: Instance[]
  /** The URLs with which it was found first. */
  urls: readonly string[]
  upstream: Upstream
  /** Why calls of an instance cannot be routed. */
  rejectedBy: Map<Instance, string[]>
}

/**
 * Opens the services and learns their calls, first from the files of an earlier run, then from the services.
 * Resolves when each has responded or timed out.
 */
export async function openServices({ urls, joining, folder, log }: Options): Promise<Services> {
  const stored = openStoredApis(folder, log)
  const services: Service[] = []
  const upstreams: Record<string, Upstream> = {}
  const listeners: ((service: string) => void)[] = []
  let own: readonly OwnCall[] = []
  let table = buildRouteTable({ apis: apisOf(services), ownPaths: [] })
  let served: ReadonlySet<string> | undefined
  let reportedProblems = new Set<string>()

  function rebuild(): void {
    served = undefined
    table = buildRouteTable({ apis: apisOf(services), ownPaths: own.map(({ path }) => path), before: table })
    const problems = services.flatMap((service) => report(service, table))
    for (const problem of problems) if (!reportedProblems.has(problem)) log.error(problem)
    reportedProblems = new Set(problems)
  }

  function applyLearned(service: Service, instance: Instance, { api, rejected }: LearnedApi): void {
    const isNew = !isDeepStrictEqual(api, instance.api)
    if (!isNew && isDeepStrictEqual(rejected, service.rejectedBy.get(instance) ?? [])) return
    service.rejectedBy.set(instance, rejected)
    instance.api = api
    rebuild()
    if (!isNew) return
    log.info(
      { service: service.name, instance: instance.url, calls: api.calls.length },
      'learned the calls of a service',
    )
    stored.write(service.name, routedApiOf(service, table))
    for (const listener of listeners) listener(service.name)
  }

  function rejectDocument(service: Service, instance: Instance, reason: string): void {
    service.rejectedBy.set(instance, [`${instance.url}: ${reason}; keeping its previous calls`])
    rebuild()
  }

  let pollers: { service: string; instance: Instance; poll: () => Promise<void> }[] = []

  /** Polls the instance from now on. @returns polls it once more */
  function follow(service: Service, instance: Instance): () => Promise<void> {
    const poll = createApiPoller(instance, {
      onLearned: (learned) => applyLearned(service, instance, learned),
      onReplaced: () => listeners.forEach((listener) => listener(service.name)),
      onInvalid: (reason) => rejectDocument(service, instance, reason),
    })
    pollers.push({ service: service.name, instance, poll })
    return poll
  }

  async function add([name, urls]: [string, readonly string[]]): Promise<void> {
    const service = await openService(name, urls, stored)
    services.push(service)
    upstreams[name] = service.upstream
    for (const instance of service.instances) follow(service, instance)
  }

  /**
   * Gives one instance beyond those that the service was found with a tenth of the requests, once its calls are known, those of
   * a canary's visitors (`http://10.0.0.1:4001#with=mfe-account`), or all (`#all`); ends that when its URL is gone.
   */
  async function tryOut(service: Service, urls: readonly string[] = []): Promise<void> {
    const { instances, upstream } = service
    const [url, share] = urls.find((listed) => !service.urls.includes(listed))?.split('#') ?? []
    const before = upstream.trial?.instance
    if (before?.url === url) {
      if (upstream.trial) upstream.trial.getsAll = share === 'all'
      return
    }
    if (before) {
      // The others may have been replaced by its version since they were polled.
      await refresh(service.name)
      upstream.trial = undefined
      instances.splice(instances.indexOf(before), 1)
      pollers = pollers.filter(({ instance }) => instance !== before)
      service.rejectedBy.delete(before)
      void before.close()
      rebuild()
    }
    if (url === undefined) return
    const instance = openInstance(service.name, url)
    instances.push(instance)
    await follow(service, instance)()
    upstream.trial = openTrial(instance, share?.split('with=')[1])
    for (const listener of listeners) listener(service.name)
    log.info({ service: service.name, instance: url }, 'an instance is on trial')
  }

  let reportedFolder = ''
  async function addJoining(): Promise<void> {
    if (joining === undefined) return
    const listed = await readServiceFiles(joining).catch((error: Error) => {
      if (error.message !== reportedFolder) log.error(`SERVICES_DIR is not read: ${error.message}`)
      reportedFolder = error.message
      return undefined
    })
    if (!listed) return
    await Promise.all(services.map((service) => tryOut(service, listed[service.name])))
    const joined = Object.entries(listed).filter(([name]) => !upstreams[name])
    await Promise.all(joined.map(add))
    if (joined.length === 0) return
    log.info({ services: joined.map(([name]) => name) }, 'services joined')
    rebuild()
  }

  async function refresh(name?: string): Promise<void> {
    const chosen = pollers.filter(({ service }) => name === undefined || service === name)
    await Promise.all(chosen.map(({ poll }) => poll()))
  }
  await Promise.all(Object.entries(urls).map(add))
  await addJoining()
  rebuild()
  // A service that hangs delays neither the others nor those that join.
  const join = coalesce(addJoining)
  const timer = setInterval(() => {
    void refresh()
    join().catch((err: unknown) => log.error({ err }, 'a service could not join'))
  }, POLL_EVERY_MS).unref()
  await Promise.race([refresh(), delay(STARTUP_TIMEOUT_MS, undefined, { ref: false })])

  const hasCalls = ({ instances }: Service) => instances.some(({ api }) => api)
  const isComplete = () => services.every(hasCalls)
  return {
    upstreams,
    find: (url) => table.find(url),
    knows: (name) => services.some((service) => service.name === name && hasCalls(service)),
    isTemplate: (path) => table.paths.has(path),
    isComplete,
    servedCalls() {
      if (!isComplete()) return undefined
      served ??= new Set([...own, ...table.routes].map(nameOfCall))
      return served
    },
    servedCallsWith(name, document) {
      if (!isComplete()) return undefined
      const ofOtherServices = table.routes.filter(({ service }) => service !== name)
      return new Set([...own, ...ofOtherServices, ...callsIn(document)].map(nameOfCall))
    },
    trialOf: (name) => upstreams[name] && presentTrial(upstreams[name]),
    list: () =>
      services
        .toSorted((a, b) => a.name.localeCompare(b.name))
        .map((service) => ({
          service: service.name,
          instances: service.instances.map(presentInstance),
          calls: routesOf(service, table).map(nameOfCall),
          problems: problemsOf(service, table),
          ...(service.upstream.trial && { trial: presentTrial(service.upstream) }),
        })),
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
  // Until an instance has published its own calls, assume the service's last known ones.
  for (const instance of instances) instance.api = api
  const holds = () => instances.find((instance) => instance.api?.holds)?.api?.holds ?? titleOf(name)
  return { name, instances, urls, upstream: openUpstream(name, instances, holds), rejectedBy: new Map() }
}

const nameOfCall = ({ method, path }: OwnCall): string => `${method} ${path}`

function callsIn(document: unknown): readonly OwnCall[] {
  try {
    return readServiceDocument(document).api.calls
  } catch (error) {
    throw new InvalidInputError('invalid-document', (error as Error).message)
  }
}

/** "Lost property" for svc-lost-property. */
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

const routesOf = ({ name }: Service, { routes }: RouteTable) =>
  routes.filter(({ service }) => service === name)

/** Only routed calls are stored: a path that another service had first must not move to this one after a restart. */
function routedApiOf(service: Service, table: RouteTable): ServiceApi {
  const api = apiOf(service)
  return { calls: routesOf(service, table), ...(api?.holds && { holds: api.holds }) }
}

const presentTrial = ({ trial, verdict }: Upstream): ServiceTrial => ({
  ...(trial && { url: trial.instance.url }),
  ...(trial?.partner !== undefined && { partner: trial.partner }),
  getsAll: trial?.getsAll ?? false,
  ...verdict(),
})

const HEALTH = ['good', 'draining', 'away'] as const

const presentInstance = (instance: Instance) => ({
  url: instance.url,
  health: HEALTH[instance.rank(false)] ?? 'away',
  ...(instance.build && { build: instance.build }),
})

/** Why some calls of a service are not routed. */
const problemsOf = ({ name, rejectedBy }: Service, table: RouteTable): string[] => [
  ...[...rejectedBy.values()].flat(),
  ...(table.rejected.get(name) ?? []),
]

/** Updates the metrics of a service. @returns its problems */
function report(service: Service, table: RouteTable): string[] {
  const { name } = service
  const problems = problemsOf(service, table)
  routedCalls.set({ service: name }, routesOf(service, table).length)
  rejectedCalls.set({ service: name }, problems.length)
  return problems.map((problem) => `${name}: ${problem}`)
}

function likelyService(call: string, { routes }: RouteTable): string | undefined {
  const segments = call.replace(/^\w+ /, '').split('/')
  let best: { service: string; length: number } | undefined
  for (const { service, path } of routes) {
    const served = path.split('/')
    const differs = segments.findIndex((segment, index) => segment !== served[index])
    const length = differs < 0 ? segments.length : differs
    // Every path begins with '' and 'api'.
    if (length > 2 && length > (best?.length ?? 0)) best = { service, length }
  }
  return best?.service
}
