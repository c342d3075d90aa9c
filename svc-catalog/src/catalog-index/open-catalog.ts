import { catalogChanged, type University } from '@offquad/contracts'
import { createInvalidationPublisher, type Events } from '@offquad/service-kit'
import { type Catalog } from '../catalog'
import { type ChangedIds } from '../entities'
import { type FindCopies, withCopies } from '../picture-sources'
import { type CatalogRows, createCatalogIndex } from './catalog-index'
import { createRefreshQueue } from './refresh-queue'

interface Source<Rows> {
  /** These rows, or all of them. */
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
  const catalog = createCatalogIndex(deps.university)
  const answers = createInvalidationPublisher(events, 'svc-catalog')
  const queue = createRefreshQueue(async (ids) => {
    if (catalog.apply(ids, await readRows(deps, ids))) answers.publish()
  })
  let lookedAt = Date.now()

  async function catchUp(): Promise<void> {
    const startedAt = Date.now()
    await queue.refresh(await readChangedIds(deps, new Date(lookedAt - OVERLAP_MS)))
    // What is gone has no time of change. After the new ones, so that there are fewer stored than known.
    await queue.refresh(await readRemovedIds(deps, catalog.ids()))
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
  catalog.apply(idsOf(rows), rows)
  log.info({ apartments: rows.apartments.length, landlords: rows.landlords.length }, 'catalog in memory')
  answers.publish()
  // Reads work without Redis, so starting does not wait for it. What happened before it was there is looked up.
  events.subscribe(catalogChanged, refresh).then(look, logFailure)
  events.onGap(look)
  const timer = setInterval(look, deps.config.CATALOG_REFRESH_MS).unref()

  return {
    catalog,
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

/** Everything under these ids, or everything there is, with pictures of this site alone. */
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

/** Of the known ids those of which nothing is stored any more. They are counted first, as they are hardly ever missing. */
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
