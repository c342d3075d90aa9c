import { rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { type LiveApp, type Registry, registryChanged } from '@offquad/contracts'
import { type Events } from '@offquad/service-kit'
import { REGISTRY_FILE, readRegistry } from '../remotes/load-site'
import { publishedOf } from '../remotes/published-app'
import { type AppState, withLocalBuild } from './app-state'
import { type AppStatesRepository } from './app-states.repository'

interface SharedRegistryDeps {
  folder: string
  states: AppStatesRepository
  log: { warn(fields: object, message: string): void }
}

export interface SharedRegistry {
  /** Writes what all gateways share into this gateway's file, which it serves from. */
  pull(): Promise<void>
  /** Tells the others, and pulls. */
  push(): Promise<void>
  close(): Promise<void>
}

const LOOK_EVERY_MS = 10_000
const LOCAL_BUILD = 'the build beside the gateway'

/**
 * The registry in MongoDB, mirrored into the file a gateway serves from: without MongoDB the last mirror stays.
 * A build that was published beside the gateway becomes the live version once.
 */
export function openSharedRegistry(
  { folder, states, log }: SharedRegistryDeps,
  events: Pick<Events, 'publish' | 'subscribe'>,
  settled: () => Promise<void>,
): SharedRegistry {
  const logFailure = (err: unknown) => log.warn({ err }, 'shared registry not read, the last one stays')
  // One after the other: an older state must not be written over a newer one.
  let running: Promise<void> = Promise.resolve()

  const pull = (): Promise<void> => {
    running = running
      .catch(() => undefined)
      .then(async () => {
        await mirror(folder, states)
        await settled()
      })
    return running
  }
  const timer = setInterval(() => void pull().catch(logFailure), LOOK_EVERY_MS).unref()
  events.subscribe(registryChanged, () => pull().catch(logFailure)).catch(logFailure)

  return {
    pull,
    async push() {
      await pull()
      await events.publish(registryChanged, {})
    },
    async close() {
      clearInterval(timer)
      await running.catch(() => undefined)
    },
  }
}

/** Brings the build beside the gateway in, if it is new, and writes the shared state into the file. */
export async function mirror(folder: string, states: AppStatesRepository): Promise<void> {
  const file = await readRegistry(folder).catch(() => undefined)
  if (file && file.writtenBy !== 'gateway')
    for (const app of file.apps.map(publishedOf))
      await states.change(app.app, (state) =>
        withLocalBuild(state, app, { by: LOCAL_BUILD, date: new Date() }),
      )
  const registry: Registry = {
    apps: [...(await states.list()).values()].map(liveOf),
    writtenBy: 'gateway',
  }
  if (registry.apps.length === 0 || JSON.stringify(registry) === JSON.stringify(file)) return
  const target = path.join(folder, REGISTRY_FILE)
  await writeFile(`${target}.mirror`, JSON.stringify(registry, null, 2))
  await rename(`${target}.mirror`, target)
}

export const liveOf = ({ stable, canary }: AppState): LiveApp => ({ ...stable, ...(canary && { canary }) })
