import { catalogChanged, commutesRouted, type University } from '@offquad/contracts'
import { createInvalidationPublisher, type Events } from '@offquad/service-kit'
import { type Catalog, type CommuteTimes } from '../catalog'
import { type ChangedIds } from '../entities'
import { type FindCopies, withCopies } from '../picture-sources'
import { type CatalogRows, createCatalogIndex } from './catalog-index'
import { createRefreshQueue } from './refresh-queue'

interface Source<Rows> {
  /** The rows with these ids, or all. */
  list(ids?: string[]): Promise<Rows>
  listIdsChangedSince(since: Date): Promise<string[]>
}

interface CountedSource<Rows> extends Source<Rows> {
  count(): Promise<number>
  listIds(): Promise<string[]>
}

interface CatalogSources {
  apartments: CountedSource<CatalogRows['apartments']>
  listingStats: Source<CatalogRows['listingStats']>
  landlords: CountedSource<CatalogRows['landlords']>
  landlordStats: Source<CatalogRows['landlordStats']>
  pictures: { findCopies: FindCopies }
}

interface OpenCatalogDeps extends CatalogSources {
  events: Pick<Events, 'publish' | 'subscribe' | 'onGap'>
  university: Pick<University, 'priceBracketStarts'>
  commuteTimes: CommuteTimes
  config: { CATALOG_REFRESH_MS: number }
  log: { warn(fields: object, message: string): void; info(fields: object, message: string): void }
}

export interface OpenCatalog {
  catalog: Catalog
  /** Reloads these. Once it resolves, the catalog has everything written before the call, or a failure was logged. */
  refresh(ids: ChangedIds): Promise<void>
  close(): void
}

// Tolerates this much clock skew of writers and duration of a write.
const OVERLAP_MS = 60_000

/**
 * Loads the whole catalog into memory and keeps it current: by events, and by polling for changes and deletions, which makes
 * up for missed events.
 */
export async function openCatalog(deps: OpenCatalogDeps): Promise<OpenCatalog> {
  const { events, log } = deps
  const catalog = createCatalogIndex(deps.university, deps.commuteTimes)
  const invalidations = createInvalidationPublisher(events, 'svc-catalog')
  const queue = createRefreshQueue(async (ids) => {
    if (catalog.apply(ids, await readRows(deps, ids))) invalidations.publish()
  })
  let polledAt = Date.now()

  async function catchUp(): Promise<void> {
    const startedAt = Date.now()
    await queue.refresh(await readChangedIds(deps, new Date(polledAt - OVERLAP_MS)))
    // Deletions leave no date of change. After loading new ones, a deletion shows as fewer stored than known.
    await queue.refresh(await readRemovedIds(deps, catalog.ids()))
    polledAt = startedAt
  }

  const logFailure = (err: unknown) => log.warn({ err }, 'catalog not refreshed, left to the next poll')
  const refresh = (ids: ChangedIds) => queue.refresh(ids).catch(logFailure)
  // Failing connections report gaps much faster than a poll takes.
  let polling: Promise<void> | undefined
  const poll = () => {
    polling ??= catchUp()
      .catch(logFailure)
      .finally(() => (polling = undefined))
  }

  const rows = await readRows(deps)
  catalog.apply(idsOf(rows), rows)
  log.info({ apartments: rows.apartments.length, landlords: rows.landlords.length }, 'catalog loaded')
  invalidations.publish()
  // Reads work without Redis, so the start does not wait for it. Polling finds what changed before the subscription.
  events.subscribe(catalogChanged, refresh).then(poll, logFailure)
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
    close() {
      clearInterval(timer)
      invalidations.close()
    },
  }
}

function idsOf({ apartments, landlords }: Awaited<ReturnType<typeof readRows>>): ChangedIds {
  return {
    apartmentIds: apartments.map(({ apartment }) => apartment.id),
    landlordIds: landlords.map(({ id }) => id),
  }
}

/** The rows of these ids, or all rows, with this site's copies of pictures. */
async function readRows(sources: CatalogSources, ids?: ChangedIds): Promise<CatalogRows> {
  const [apartments, listingStats, landlords, landlordStats] = await Promise.all([
    listSome(sources.apartments, ids?.apartmentIds),
    listSome(sources.listingStats, ids?.apartmentIds),
    listSome(sources.landlords, ids?.landlordIds),
    listSome(sources.landlordStats, ids?.landlordIds),
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
    listingStats,
    landlords: await withCopies(sources.pictures.findCopies, landlords),
    landlordStats,
  }
}

async function listSome<Row>(source: Source<Row[]>, ids?: string[]): Promise<Row[]> {
  return ids?.length === 0 ? [] : source.list(ids)
}

async function readChangedIds(sources: CatalogSources, since: Date): Promise<ChangedIds> {
  const [apartments, listingStats, landlords, landlordStats] = await Promise.all([
    sources.apartments.listIdsChangedSince(since),
    sources.listingStats.listIdsChangedSince(since),
    sources.landlords.listIdsChangedSince(since),
    sources.landlordStats.listIdsChangedSince(since),
  ])
  return {
    apartmentIds: [...new Set([...apartments, ...listingStats])],
    landlordIds: [...new Set([...landlords, ...landlordStats])],
  }
}

/** The known ids that are no longer stored. Compares counts first, as deletions are rare. */
async function readRemovedIds(sources: CatalogSources, known: ChangedIds): Promise<ChangedIds> {
  const [apartmentIds, landlordIds] = await Promise.all([
    listRemoved(sources.apartments, known.apartmentIds),
    listRemoved(sources.landlords, known.landlordIds),
  ])
  return { apartmentIds, landlordIds }
}

async function listRemoved(source: CountedSource<unknown>, known: string[]): Promise<string[]> {
  if ((await source.count()) >= known.length) return []
  const stored = new Set(await source.listIds())
  return known.filter((id) => !stored.has(id))
}
