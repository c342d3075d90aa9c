import { withTimeout, openRedisClient, type RedisSettings } from '@offquad/service-kit'
import { type FastifyBaseLogger } from 'fastify'
import { LRUCache } from 'lru-cache'
import { PAGE_TOKEN_SECONDS } from './page-tokens'

/** Records what each page has reported, so that it counts only once, with its last value. */
export interface ReportLedger {
  /**
   * Records what a page reports.
   * @param entries their values
   * @returns the entries that are new or have another value, with the value before; none once the page has reported too many
   */
  enter(page: string, entries: ReadonlyMap<string, string>): Promise<ReadonlyMap<string, string | undefined>>
  close(): Promise<void>
}

interface ReportLedgerSettings extends RedisSettings {
  QUEUE_PREFIX: string
}

/** More than a page reports: about ten routes with three remotes each, their failures, and how fast they were. */
const MAX_ENTRIES = 80
/** Pages that a gateway tracks in memory while Redis is unavailable. */
const MAX_PAGES = 10_000
const REDIS_TIMEOUT_MS = 200

/** Stored in Redis for all gateways while a page's token is valid; while Redis is unavailable, in each gateway's memory. */
export function openReportLedger(settings: ReportLedgerSettings, log: FastifyBaseLogger): ReportLedger {
  const logFallback = (err: unknown) => log.debug({ err }, 'Redis unavailable; recording reports in memory')
  const { client, close } = openRedisClient(settings, logFallback)
  const enterLocally = createLocalLedger()

  async function enterShared(...[page, entries]: Parameters<ReportLedger['enter']>) {
    const key = `${settings.QUEUE_PREFIX}:reports:${page}`
    const commands = client.multi().hlen(key)
    for (const entry of entries) commands.hget(key, entry[0]).hset(key, ...entry)
    const results = (await commands.expire(key, PAGE_TOKEN_SECONDS).exec()) ?? []
    const [size, ...answers] = results.map(([error, value]) => {
      if (error) throw error
      return value
    })
    const before = [...entries.keys()].map((entry, index): [string, string | undefined] => {
      const value = answers[2 * index]
      return [entry, typeof value === 'string' ? value : undefined]
    })
    return changedEntries(entries, new Map(before), Number(size))
  }

  return {
    async enter(page, entries) {
      if (entries.size === 0) return new Map()
      try {
        return await withTimeout(
          enterShared(page, entries),
          REDIS_TIMEOUT_MS,
          () => new Error(`no response from Redis within ${REDIS_TIMEOUT_MS} ms`),
        )
      } catch (err) {
        logFallback(err)
        return enterLocally(page, entries)
      }
    },
    close,
  }
}

function createLocalLedger() {
  const pages = new LRUCache<string, Map<string, string>>({ max: MAX_PAGES })

  return (...[page, entries]: Parameters<ReportLedger['enter']>) => {
    const before = pages.get(page) ?? new Map<string, string>()
    const changed = changedEntries(entries, before, before.size)
    pages.set(page, new Map([...new Map([...before, ...entries])].slice(0, MAX_ENTRIES)))
    return changed
  }
}

/** @param size number of entries that the page had before */
function changedEntries(
  entries: ReadonlyMap<string, string>,
  before: ReadonlyMap<string, string | undefined>,
  size: number,
): Map<string, string | undefined> {
  // Then some of them were not counted.
  if (size >= MAX_ENTRIES) return new Map()
  const all = [...entries].map(([entry, value]) => ({ entry, value, was: before.get(entry) }))
  const isNew = all.filter(({ was }) => was === undefined).slice(0, MAX_ENTRIES - size)
  const isOther = all.filter(({ value, was }) => was !== undefined && was !== value)
  return new Map([...isNew, ...isOther].map(({ entry, was }) => [entry, was]))
}
