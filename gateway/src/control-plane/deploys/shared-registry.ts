import { type Registry, registryChanged } from '@offquad/contracts'
import { type Events } from '@offquad/service-kit'
import { type AppStatesRepository } from './app-states.repository'
import { liveAppsOf, type Preview } from './site-state'

interface SharedRegistryDeps {
  states: Pick<AppStatesRepository, 'readSite'>
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

/** The registry in MongoDB, as this gateway has last read it. */
export function createSharedRegistry({ states, log }: SharedRegistryDeps): SharedRegistry {
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
    const site = await states.readSite()
    ;({ previews } = site)
    const apps = liveAppsOf(site)
    if (apps.length === 0 || JSON.stringify(apps) === JSON.stringify(registry?.apps)) return
    registry = { apps }
    revision += 1
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
