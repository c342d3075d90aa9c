import { setTimeout as delay } from 'node:timers/promises'
import { DEPLOYED_FILE_MAX_BYTES, type LiveApp, type Registry, type ServedState } from '@offquad/contracts'
import { connectMongo, ensureIndexes, type Events } from '@offquad/service-kit'
import { type FastifyBaseLogger } from 'fastify'
import { type Connection } from 'mongoose'
import { type GatewayConfig } from '../../config'
import { describeProblem, servedStateIn, type ServedSite } from '../registry/assemble-site'
import { problemsNow } from '../registry/lost-files'
import { type RegistryFollower } from '../registry/follow-registry'
import {
  createVersionMetricsRepository,
  type VersionMetricsRepository,
} from '../telemetry/version-metrics.repository'
import { type VersionWatch, watchVersions } from '../telemetry/watch-versions'
import {
  createGatewaySecretsRepository,
  type GatewaySecretsRepository,
} from '../telemetry/gateway-secrets.repository'
import { type AppStatesRepository, createAppStatesRepository } from './app-states.repository'
import { type CallDirectory } from './served-calls'
import { createSharedRegistry, type SharedRegistry } from './shared-registry'
import { createSiteChanges, type SiteChanges } from './site-changes'
import { knownApps, openTabsSince, type Preview, type SiteState, versionsInUse } from './site-state'
import { createUploads, type Uploads } from './uploads'

export interface Deploys {
  secrets: GatewaySecretsRepository
  states: AppStatesRepository
  uploads: Uploads
  shared: SharedRegistry
  changes: SiteChanges
  versionMetrics: VersionMetricsRepository
  versions: VersionWatch
  /** Whether this gateway serves what is live, with all its files. */
  servedStateNow(live: LiveApp): Promise<ServedState>
  /** Removes the versions of an app that are not in use and older than `before`. @returns the removed versions */
  prune(site: SiteState, app: string, before: Date): Promise<string[]>
}

interface ServingDeps {
  events: Pick<Events, 'publish' | 'subscribe'>
  registry: Pick<RegistryFollower<ServedSite>, 'current' | 'settled'>
  directory: CallDirectory
}

/** The state that all gateways share, available once the database has been reached. */
export interface DeploysConnection {
  current(): Deploys | undefined
  /** The registry as last read from the database; undefined until it has been reached. */
  registry(): Registry | undefined
  /** Increases whenever the registry has changed. */
  revision(): number
  /** Previews of all apps, including expired ones. */
  previews(): readonly Preview[]
  /** Applies the shared state from now on. */
  serve(deps: ServingDeps): void
  close(): Promise<void>
}

interface Database {
  connection: Connection
  states: AppStatesRepository
  versionMetrics: VersionMetricsRepository
  secrets: GatewaySecretsRepository
  shared: SharedRegistry
}

const RECONNECT_MS = 5_000
// How long startup waits for the database before pages are served from the folder's registry.
const STARTUP_TIMEOUT_MS = 1_000
const PRUNE_EVERY_MS = 6 * 3_600_000
/** Of each slice: some hundred versions. */
export const QUOTA = { files: 20_000, bytes: 1_000_000_000 }

/** Connects to the database that gateways share. Without it, pages are served from the folder's registry. */
export async function openDeploys(config: GatewayConfig, log: FastifyBaseLogger): Promise<DeploysConnection> {
  const { MF_DIR: folder, MONGODB_URI: uri, MONGODB_DATABASE } = config
  const rules = { networks: config.CANARY_NETWORKS, stepSeconds: config.CANARY_STEP_SECONDS }
  let database: Database | undefined
  let deploys: Deploys | undefined
  let retry: NodeJS.Timeout | undefined
  let pruning: NodeJS.Timeout | undefined
  let start: (() => Promise<void>) | undefined

  async function connect(mongoUri: string): Promise<void> {
    try {
      database ??= await openDatabase(mongoUri)
      // At startup before anything else: if this is fast enough, the first page is served from it.
      if (!start) await database.shared.pull()
      await ensureIndexes(database.connection)
      await start?.()
    } catch (err) {
      log.error({ err }, 'shared registry unavailable; trying again soon')
      retry = setTimeout(() => void connect(mongoUri), RECONNECT_MS).unref()
    }
  }

  async function openDatabase(mongoUri: string): Promise<Database> {
    const connection = await connectMongo(mongoUri, MONGODB_DATABASE)
    const states = createAppStatesRepository(connection)
    return {
      connection,
      states,
      versionMetrics: createVersionMetricsRepository(connection),
      secrets: createGatewaySecretsRepository(connection),
      shared: createSharedRegistry({ states, log }),
    }
  }

  if (uri) await Promise.race([connect(uri), delay(STARTUP_TIMEOUT_MS, undefined, { ref: false })])
  return {
    current: () => deploys,
    registry: () => database?.shared.registry(),
    revision: () => database?.shared.revision() ?? 0,
    previews: () => database?.shared.previews() ?? [],
    serve({ events, registry, directory }) {
      start = async () => {
        if (!database || deploys) return
        const { states, versionMetrics, secrets, shared } = database
        const { push } = shared
        const uploads = createUploads(folder, DEPLOYED_FILE_MAX_BYTES, QUOTA)
        const servedState = (live: LiveApp) => servedStateIn(registry.current(), live)
        const servedStateNow = async (live: LiveApp): Promise<ServedState> => {
          const problems = await problemsNow(registry.current(), folder)
          const own = problems.filter(({ app }) => app === live.app)
          const problem = own.map(describeProblem).join('; ')
          return { ...servedState(live), ...(problem && { isServed: false, problem }) }
        }
        const changes = createSiteChanges({ states, uploads, push, servedState, directory })
        const versions = watchVersions({ states, changeLive: changes.changeLive, versionMetrics, rules, log })
        const prune = async (site: SiteState, app: string, before: Date) => {
          const removed = await uploads.pruneUploads(app, before)
          if (!knownApps(site).has(app)) return removed
          const inUse = versionsInUse(site, app, new Date())
          const last = registry.current().lastServed.get(app)
          if (last) inUse.add(last.version)
          return [...removed, ...(await uploads.prune(app, inUse, before))]
        }
        const pruneAll = async () => {
          const site = await states.readSite()
          const apps = new Set([...knownApps(site), ...(await uploads.appsWithUploads())])
          for (const app of apps) await prune(site, app, openTabsSince(new Date()))
        }
        const pruneInBackground = () =>
          void pruneAll().catch((err: unknown) => log.warn({ err }, 'pruning old versions failed'))
        deploys = {
          states,
          shared,
          uploads,
          changes,
          versionMetrics,
          versions,
          secrets,
          servedStateNow,
          prune,
        }
        shared.follow(events, () => registry.settled())
        pruning = setInterval(pruneInBackground, PRUNE_EVERY_MS).unref()
        await shared.pull()
        pruneInBackground()
      }
      void start().catch((err: unknown) => log.warn({ err }, 'reading the shared registry failed'))
    },
    async close() {
      clearTimeout(retry)
      clearInterval(pruning)
      await deploys?.versions.close()
      await database?.shared.close()
      await database?.connection.close()
    },
  }
}
