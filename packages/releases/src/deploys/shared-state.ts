import { setTimeout as delay } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { type LiveApp } from '@offquad/contracts'
import { connectMongo, ensureIndexes } from '@offquad/service-kit'
import { type FastifyBaseLogger } from 'fastify'
import { readPageKey } from '../telemetry/page-key'
import { createVersionErrorsRepository } from '../telemetry/version-errors.repository'
import { createVersionMetricsRepository } from '../telemetry/version-metrics.repository'
import { createServiceHistoryRepository } from './service-history.repository'
import { createSiteStateRepository } from './site-state.repository'
import { liveAppsOf, type Preview } from './site-state'

export type Database = Awaited<ReturnType<typeof openDatabase>>

const RECONNECT_MS = 5_000

/** The state that gateways share, as this one has last read it. */
export function openSharedState(
  { MONGODB_URI: uri, MONGODB_DATABASE }: { MONGODB_URI?: string | undefined; MONGODB_DATABASE: string },
  log: FastifyBaseLogger,
) {
  const closing = new AbortController()
  let database: Database | undefined
  let pageKey: Buffer | undefined
  let apps: LiveApp[] | undefined
  let previews: readonly Preview[] = []

  async function read(): Promise<void> {
    if (!database) return
    const site = await database.states.readSite()
    ;({ previews } = site)
    const live = liveAppsOf(site)
    if (live.length > 0 && !isDeepStrictEqual(live, apps)) apps = live
  }

  async function connect(mongoUri: string): Promise<Database> {
    database ??= await openDatabase(mongoUri, MONGODB_DATABASE)
    pageKey ??= await readPageKey(database.connection)
    await read()
    return database
  }

  /** Tries until it works, or this is closed. */
  async function retry<T>(attempt: () => Promise<T>): Promise<T> {
    try {
      return await attempt()
    } catch (err) {
      log.error({ err }, 'shared registry unavailable; trying again soon')
      await delay(RECONNECT_MS, undefined, { ref: false, signal: closing.signal })
      return retry(attempt)
    }
  }

  const reached = uri ? retry(() => connect(uri)) : new Promise<never>(() => undefined)
  reached.then(({ connection }) => retry(() => ensureIndexes(connection))).catch(() => undefined)
  return {
    /** Resolves once the state has been read, however long that takes. */
    reached,
    /** The live apps, as the same object until they change; undefined until they are read, and until a first deploy. */
    apps: () => apps,
    /** The previews of all apps, including expired ones. */
    previews: () => previews,
    /** The key with which all gateways sign page tokens; undefined until the database is reached. */
    pageKey: () => pageKey,
    read,
    async close() {
      closing.abort()
      await database?.connection.close()
    },
  }
}

async function openDatabase(uri: string, name: string) {
  const connection = await connectMongo(uri, name)
  return {
    connection,
    states: createSiteStateRepository(connection),
    serviceHistory: createServiceHistoryRepository(connection),
    versionMetrics: createVersionMetricsRepository(connection),
    versionErrors: createVersionErrorsRepository(connection),
  }
}
