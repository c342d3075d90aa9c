import { withTimeout, openRedisClient, type RedisSettings } from '@offquad/service-kit'
import { type FastifyBaseLogger } from 'fastify'
import { LRUCache } from 'lru-cache'
import { PAGE_TOKEN_SECONDS } from './page-tokens'

/** Records what each page has reported, so that it counts only once. */
export interface ReportLedger {
  /**
   * Records what a page reports.
   * @param entries distinct keys
   * @returns the entries that are new; none once the page has reported too many
   */
  enter(page: string, entries: readonly string[]): Promise<ReadonlySet<string>>
  close(): Promise<void>
}

interface ReportLedgerSettings extends RedisSettings {
  QUEUE_PREFIX: string
}

/** More than a page reports: about ten routes with three remotes each, and their failures. */
const MAX_ENTRIES = 40
/** Pages that a gateway tracks in memory while Redis is unavailable. */
const MAX_PAGES = 10_000
const REDIS_TIMEOUT_MS = 200

/** Stored in Redis for all gateways while a page's token is valid; while Redis is unavailable, in each gateway's memory. */
export function openReportLedger(settings: ReportLedgerSettings, log: FastifyBaseLogger): ReportLedger {
  const logFallback = (err: unknown) => log.debug({ err }, 'Redis unavailable; recording reports in memory')
  const { client, close } = openRedisClient(settings, logFallback)
  const enterLocally = createLocalLedger()

  async function enterShared(page: string, entries: readonly string[]): Promise<ReadonlySet<string>> {
    const key = `${settings.QUEUE_PREFIX}:page:${page}`
    const commands = client.multi().scard(key)
    for (const entry of entries) commands.sadd(key, entry)
    const results = (await commands.expire(key, PAGE_TOKEN_SECONDS).exec()) ?? []
    const [before, ...added] = results.map(([error, value]) => {
      if (error) throw error
      return value
    })
    const isNew = entries.filter((_entry, index) => Number(added[index]) === 1)
    return new Set(isNew.slice(0, Math.max(0, MAX_ENTRIES - Number(before))))
  }

  return {
    async enter(page, entries) {
      if (entries.length === 0) return new Set()
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
  const pages = new LRUCache<string, Set<string>>({ max: MAX_PAGES })

  return (page: string, entries: readonly string[]): ReadonlySet<string> => {
    const known = pages.get(page) ?? new Set()
    pages.set(page, known)
    const isNew = entries.filter((entry) => !known.has(entry)).slice(0, Math.max(0, MAX_ENTRIES - known.size))
    for (const entry of isNew) known.add(entry)
    return new Set(isNew)
  }
}
