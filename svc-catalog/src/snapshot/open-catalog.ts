import { catalogChanged, type University } from '@offquad/contracts'
import { announceAnswers, type Events } from '@offquad/service-kit'
import { type Catalog } from '../catalog'
import { type ChangedIds } from '../entities'
import { applyRows } from './apply-rows'
import { createMemory } from './memory'
import { readMemory } from './read-memory'
import { type CatalogSources, readChangedIds, readRemovedIds, readRows } from './read-rows'
import { createRefreshQueue } from './refresh-queue'

interface OpenCatalogDeps extends CatalogSources {
  events: Pick<Events, 'publish' | 'subscribe' | 'onGap'>
  university: Pick<University, 'priceBracketStarts'>
  config: { CATALOG_REFRESH_MS: number }
  log: { warn(fields: object, message: string): void; info(fields: object, message: string): void }
}

export interface OpenCatalog {
  catalog: Catalog
  /** Reads these again. What was written before the call is in the catalog once it resolves, or the log says why not. */
  refresh(ids: ChangedIds): Promise<void>
  close(): void
}

// Clocks of writers may be this far behind ours, and a write may have been under way this long.
const OVERLAP_MS = 60_000

/**
 * Reads the whole catalog into memory and keeps it current: by the events of whoever writes, and by looking for
 * whatever changed or went since the last look, which heals every event that was missed.
 */
export async function openCatalog(deps: OpenCatalogDeps): Promise<OpenCatalog> {
  const { events, log } = deps
  const memory = createMemory(deps.university)
  const answers = announceAnswers(events, 'svc-catalog')
  const queue = createRefreshQueue(async (ids) => {
    if (applyRows(memory, ids, await readRows(deps, ids))) answers.announce()
  })
  let lookedAt = Date.now()

  async function catchUp(): Promise<void> {
    const startedAt = Date.now()
    await queue.refresh(await readChangedIds(deps, new Date(lookedAt - OVERLAP_MS)))
    // What is gone has no time of change. After the new ones, so that there are fewer stored than known.
    const known = { apartmentIds: [...memory.entries.keys()], landlordIds: [...memory.landlords.keys()] }
    await queue.refresh(await readRemovedIds(deps, known))
    lookedAt = startedAt
  }

  const logFailure = (err: unknown) => log.warn({ err }, 'catalog not refreshed, the next look will do it')
  const refresh = (ids: ChangedIds) => queue.refresh(ids).catch(logFailure)
  // Failing connections report gaps much faster than looking takes.
  let looking: Promise<void> | undefined
  const look = () => {
    looking ??= catchUp()
      .catch(logFailure)
      .finally(() => (looking = undefined))
  }

  const rows = await readRows(deps)
  applyRows(memory, idsOf(rows), rows)
  memory.orders.prepare()
  log.info({ apartments: memory.entries.size, landlords: memory.landlords.size }, 'catalog in memory')
  answers.announce()
  // Reads work without Redis, so starting does not wait for it. What happened before it was there is looked up.
  events.subscribe(catalogChanged, refresh).then(look, logFailure)
  events.onGap(look)
  const timer = setInterval(look, deps.config.CATALOG_REFRESH_MS).unref()

  return {
    catalog: readMemory(memory),
    refresh,
    close() {
      clearInterval(timer)
      answers.close()
    },
  }
}

function idsOf({ apartments, landlords }: Awaited<ReturnType<typeof readRows>>): ChangedIds {
  return {
    apartmentIds: apartments.map(({ apartment }) => apartment.id),
    landlordIds: landlords.map(({ id }) => id),
  }
}
