import { EventEmitter, once } from 'node:events'
import {
  catalogChanged,
  type Change,
  commutesRouted,
  formatChanges,
  reviewStatsChanged,
  type University,
} from '@offquad/contracts'
import { coalesce, type Events, type InvalidationPublisher } from '@offquad/service-kit'
import { LRUCache } from 'lru-cache'
import { type CommuteTimes } from '../catalog/catalog'
import { type ChangedIds, type VersionedStats, versionedStats } from '../catalog/entities'
import { withCopies } from '../catalog/picture-sources'
import { type Repositories } from '../repositories'
import { type CatalogRows, createCatalogIndex } from './catalog-index'

interface OpenCatalogDeps extends Pick<
  Repositories,
  'apartments' | 'landlords' | 'reviewStats' | 'pictures'
> {
  events: Pick<Events, 'subscribe' | 'onGap'>
  invalidations: Pick<InvalidationPublisher, 'publish'>
  university: Pick<University, 'priceBracketStarts'>
  commuteTimes: CommuteTimes
  config: { CATALOG_REFRESH_MS: number }
  log: { warn(fields: object, message: string): void; info(fields: object, message: string): void }
}

// Tolerates this much clock skew of writers and duration of a write.
const OVERLAP_MS = 60_000
const MAX_WAIT_MS = 1_000
const MAX_GIVEN_UP = 1_000

/**
 * Loads the whole catalog into memory and keeps it current by events, and by polling for changes and deletions in case
 * events were missed.
 */
export async function openCatalog(deps: OpenCatalogDeps) {
  const { apartments, landlords, reviewStats, events, invalidations, log } = deps
  const catalog = createCatalogIndex(deps.university, deps.commuteTimes)
  const waiting = { apartments: new Set<string>(), landlords: new Set<string>() }
  // One read at a time, so that an older read never overwrites a newer one.
  const readWaiting = coalesce(async () => {
    const ids = { apartmentIds: [...waiting.apartments], landlordIds: [...waiting.landlords] }
    waiting.apartments.clear()
    waiting.landlords.clear()
    publishChanges(catalog.replace(ids, await readRows(deps, ids)))
  })
  const arrivals = new EventEmitter().setMaxListeners(0)
  /** Changes that did not arrive in time. */
  const givenUp = new LRUCache<string, true>({ max: MAX_GIVEN_UP })
  let polledAt = Date.now()

  /** Resolves when the result of a read that began after this call is in memory. */
  async function reload({ apartmentIds, landlordIds }: ChangedIds): Promise<void> {
    if (apartmentIds.length + landlordIds.length === 0) return
    for (const id of apartmentIds) waiting.apartments.add(id)
    for (const id of landlordIds) waiting.landlords.add(id)
    await readWaiting()
  }

  function publishChanges(resources: string[]): void {
    if (resources.length > 0) invalidations.publish(resources)
  }

  function applyStats(stats: VersionedStats[]): void {
    publishChanges(catalog.applyStats(stats))
    arrivals.emit('stats')
  }

  /**
   * Waits until the catalog has the review stats of these changes, for at most a second and only once per change: a user who
   * changed a review sees the new stats at once.
   */
  async function waitFor(changes: readonly Change[]): Promise<void> {
    const listMissing = () =>
      changes.filter(
        (change) =>
          (change.version ?? 0) > catalog.statsVersion(change.resource) &&
          !givenUp.has(formatChanges([change])),
      )
    if (listMissing().length === 0) return
    const signal = AbortSignal.timeout(MAX_WAIT_MS)
    while (!signal.aborted && listMissing().length > 0)
      await once(arrivals, 'stats', { signal }).catch(() => undefined)
    for (const change of listMissing()) givenUp.set(formatChanges([change]), true)
  }

  async function catchUp(): Promise<void> {
    const startedAt = Date.now()
    const since = new Date(polledAt - OVERLAP_MS)
    applyStats(await reviewStats.list(since))
    await reload({
      apartmentIds: await apartments.listIdsChangedSince(since),
      landlordIds: await landlords.listIdsChangedSince(since),
    })
    // Deletions leave no date. Once additions are loaded, a deletion shows as fewer stored ids than loaded ids.
    const loaded = catalog.ids()
    await reload({
      apartmentIds: await listRemoved(apartments, loaded.apartmentIds),
      landlordIds: await listRemoved(landlords, loaded.landlordIds),
    })
    polledAt = startedAt
  }

  const logFailure = (err: unknown) => log.warn({ err }, 'catalog not refreshed, left to the next poll')
  /** Reloads these ids. Once it resolves, the catalog has everything written before the call, or a failure was logged. */
  const refresh = (ids: ChangedIds) => reload(ids).catch(logFailure)
  // Failing connections report gaps much faster than a poll takes.
  let polling: Promise<void> | undefined
  const poll = () => {
    polling ??= catchUp()
      .catch(logFailure)
      .finally(() => (polling = undefined))
  }

  const [rows, stats] = await Promise.all([readRows(deps), reviewStats.list()])
  catalog.applyStats(stats)
  catalog.replace(idsOf(rows), rows)
  log.info({ apartments: rows.apartments.length, landlords: rows.landlords.length }, 'catalog loaded')
  invalidations.publish()
  // Reads work without Redis, so the start does not wait for it. Polling finds changes from before the subscription.
  Promise.all([
    events.subscribe(catalogChanged, refresh),
    events.subscribe(reviewStatsChanged, (message) => applyStats(versionedStats(message))),
  ]).then(poll, logFailure)
  events.onGap(poll)
  deps.commuteTimes.onChange((ways) => {
    catalog.releaseCommute(ways)
    invalidations.publish()
  })
  events
    .subscribe(commutesRouted, ({ latitude, longitude, mode }) =>
      deps.commuteTimes.reload({ destination: { latitude, longitude }, mode }).catch(logFailure),
    )
    .catch(logFailure)
  const timer = setInterval(poll, deps.config.CATALOG_REFRESH_MS).unref()

  return {
    catalog,
    refresh,
    waitFor,
    close: () => clearInterval(timer),
  }
}

function idsOf({ apartments, landlords }: CatalogRows): ChangedIds {
  return {
    apartmentIds: apartments.map(({ apartment }) => apartment.id),
    landlordIds: landlords.map(({ id }) => id),
  }
}

/** The rows of these ids, or all rows, with this site's copies of pictures. */
async function readRows(sources: OpenCatalogDeps, ids?: ChangedIds): Promise<CatalogRows> {
  const [apartments, landlords] = await Promise.all([
    listSome(sources.apartments, ids?.apartmentIds),
    listSome(sources.landlords, ids?.landlordIds),
  ])
  const shown = await withCopies(
    sources.pictures.findCopies,
    apartments.map(({ apartment }) => apartment),
  )
  return {
    apartments: apartments.map((stored, index) => ({
      ...stored,
      apartment: shown[index] ?? stored.apartment,
    })),
    landlords: await withCopies(sources.pictures.findCopies, landlords),
  }
}

async function listSome<Row>(
  source: { list(ids?: string[]): Promise<Row[]> },
  ids?: string[],
): Promise<Row[]> {
  return ids?.length === 0 ? [] : source.list(ids)
}

/** The known ids that are no longer stored. Compares counts first, as deletions are rare. */
async function listRemoved(
  source: Pick<Repositories['landlords'], 'count' | 'listIds'>,
  known: string[],
): Promise<string[]> {
  if ((await source.count()) >= known.length) return []
  const stored = new Set(await source.listIds())
  return known.filter((id) => !stored.has(id))
}
