import { type PublishedApp, type Registry, registryChanged } from '@offquad/contracts'
import { type Events } from '@offquad/service-kit'
import { publishedOf, readRegistry, REGISTRY_FILE, writeRegistry } from '../registry/registry-file'
import { type AppState, withLocalBuild } from './app-state'
import { type AppStatesRepository } from './app-states.repository'
import { liveAppsOf, type Preview, type SiteState, withApp } from './site-state'

interface SharedRegistryDeps {
  folder: string
  states: AppStatesRepository
  log: { warn(fields: object, message: string): void }
}

export interface SharedRegistry {
  /** The registry as last read; undefined before that, and until something is deployed. */
  registry(): Registry | undefined
  /** Increases whenever the registry has changed. */
  revision(): number
  previews(): readonly Preview[]
  /** Follows the shared state from now on; `settled` resolves when this gateway serves what was read last. */
  follow(events: Pick<Events, 'publish' | 'subscribe'>, settled: () => Promise<void>): void
  /** Reads the shared state. */
  pull(): Promise<void>
  /** Reads the shared state and notifies the other gateways. */
  push(): Promise<void>
  close(): Promise<void>
}

const PULL_EVERY_MS = 10_000
const LOCAL_BUILD = 'the build beside the gateway'

/**
 * The registry in MongoDB, mirrored to the folder's file: without MongoDB a gateway starts from the last mirror.
 * A version that was built into the folder goes live if nothing of its app is.
 */
export function createSharedRegistry({ folder, states, log }: SharedRegistryDeps): SharedRegistry {
  const logFailure = (err: unknown) =>
    log.warn({ err }, 'reading the shared registry failed; keeping the last one')
  let registry: Registry | undefined
  let previews: readonly Preview[] = []
  let revision = 0
  let events: Pick<Events, 'publish' | 'subscribe'> | undefined
  let settled: () => Promise<void> = async () => undefined
  let timer: NodeJS.Timeout | undefined
  // Serialized: an older state must not overwrite a newer one.
  let running: Promise<void> = Promise.resolve()

  async function read(): Promise<void> {
    const file = await readRegistry(folder).catch(() => undefined)
    await states.importOldApps()
    if (file && file.writtenBy !== 'gateway')
      await states.changeSite((site) => withLocalBuilds(site, file, new Date()))
    const site = await states.readSite()
    ;({ previews } = site)
    const next: Registry = { apps: liveAppsOf(site), writtenBy: 'gateway' }
    if (next.apps.length === 0) return
    if (JSON.stringify(next) !== JSON.stringify(registry)) {
      registry = next
      revision += 1
    }
    if (JSON.stringify(next) !== JSON.stringify(file)) await writeRegistry(folder, REGISTRY_FILE, next)
  }

  const pull = (): Promise<void> => {
    running = running
      .catch(() => undefined)
      .then(async () => {
        await read()
        await settled()
      })
    return running
  }

  return {
    registry: () => registry,
    revision: () => revision,
    previews: () => previews,
    follow(source, whenSettled) {
      events = source
      settled = whenSettled
      timer = setInterval(() => void pull().catch(logFailure), PULL_EVERY_MS).unref()
      events.subscribe(registryChanged, () => pull().catch(logFailure)).catch(logFailure)
    },
    pull,
    async push() {
      await pull()
      await events?.publish(registryChanged, {})
    },
    async close() {
      clearInterval(timer)
      await running.catch(() => undefined)
    },
  }
}

function withLocalBuilds(site: SiteState, { apps, forced = false }: Registry, date: Date): SiteState {
  const audit = { by: LOCAL_BUILD, date }
  return apps.map(publishedOf).reduce((next: SiteState, app: PublishedApp) => {
    const state: AppState | undefined = next.apps.get(app.app)
    if (!state && next.retired.has(app.app) && !forced) return next
    const changed = withLocalBuild(state, app, audit, forced)
    return changed === state ? next : withApp(next, app.app, changed)
  }, site)
}
