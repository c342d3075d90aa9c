import {
  type CatalogChange,
  type ContactDecision,
  getCatalogLog,
  getContactLog,
  getGuideLog,
  getModerationLog,
  getPeopleLog,
  type GuideChange,
  type ModerationEntry,
  type PeopleChange,
  type ReviewStatus,
} from '@offquad/contracts'
import { api } from '@offquad/web-kit'
import { useInfiniteQuery } from '@tanstack/react-query'

/** An entry of one of the services' audit logs. */
export type Activity =
  | { source: 'reviews'; entry: ModerationEntry }
  | { source: 'catalog'; entry: CatalogChange }
  | { source: 'guides'; entry: GuideChange }
  | { source: 'contact'; entry: ContactDecision }
  | { source: 'people'; entry: PeopleChange }
type Source = Activity['source']

export interface ActivityFilter {
  adminId?: string
  /** A single service's log, or the review decisions that led to a status; absent for all entries. */
  kind?: Source | ReviewStatus
}

/** The last entry shown, per log; a log that failed is skipped until the list is reloaded. */
type Cursors = Partial<Record<Source, string | 'failed'>>

interface ActivityPage {
  activities: Activity[]
  total: number
  failed: Source[]
  /** undefined on the last page. */
  next: Cursors | undefined
}

const PAGE_SIZE = 20

/** Merges the audit logs of all services, newest first, page by page. */
export function useActivityLog(filter: ActivityFilter) {
  return useInfiniteQuery({
    queryKey: ['activity', filter],
    initialPageParam: {} as Cursors,
    // A decision made a moment ago must be included.
    staleTime: 0,
    queryFn: ({ pageParam, signal }) => loadPage(filter, pageParam, signal),
    getNextPageParam: (page: ActivityPage) => page.next,
  })
}

async function loadPage(
  { adminId, kind }: ActivityFilter,
  cursors: Cursors,
  signal: AbortSignal,
): Promise<ActivityPage> {
  const sources = sourcesOf(kind).filter((source) => cursors[source] !== 'failed')
  const loads = await Promise.allSettled(
    sources.map(async (source) => {
      const after = cursors[source]
      const query = { size: PAGE_SIZE, ...(adminId && { adminId }), ...(after && { after }) }
      // A kind other than a source is a status, by which only reviews are filtered.
      const to = kind === undefined || isSource(kind) ? {} : { to: kind }
      const { entries, total } = await api(LOGS[source], { query: { ...query, ...to }, signal })
      // Each log contains only entries of its source.
      return { activities: entries.map((entry) => ({ source, entry }) as Activity), total }
    }),
  )
  const logs = loads.flatMap((load) => (load.status === 'fulfilled' ? load.value : []))
  const failure = loads.find((load) => load.status === 'rejected')
  if (logs.length === 0 && failure) throw failure.reason
  const failed = sources.filter((_source, index) => loads[index]?.status === 'rejected')
  const merged = logs.flatMap(({ activities }) => activities)
  const sorted = merged.toSorted((a, b) => b.entry.date.localeCompare(a.entry.date))
  const activities = sorted.slice(0, PAGE_SIZE)
  const hasMore = sorted.length > PAGE_SIZE || logs.some((log) => log.activities.length === PAGE_SIZE)
  return {
    activities,
    total: logs.reduce((sum, { total }) => sum + total, 0),
    failed,
    next: hasMore ? cursorsAfter(cursors, activities, failed) : undefined,
  }
}

const LOGS = {
  reviews: getModerationLog,
  catalog: getCatalogLog,
  guides: getGuideLog,
  contact: getContactLog,
  people: getPeopleLog,
} as const

const isSource = (kind: string): kind is Source => Object.hasOwn(LOGS, kind)

function sourcesOf(kind: ActivityFilter['kind']): readonly Source[] {
  if (kind === undefined) return Object.keys(LOGS) as Source[]
  return isSource(kind) ? [kind] : ['reviews']
}

/** A log without entries on the page keeps its cursor. */
function cursorsAfter(before: Cursors, shown: Activity[], failed: Source[]): Cursors {
  const cursors = { ...before }
  for (const { source, entry } of shown) cursors[source] = entry.id
  for (const source of failed) cursors[source] = 'failed'
  return cursors
}
