import { inTime, openRedisClient, type RedisSettings } from '@offquad/service-kit'
import { type FastifyBaseLogger } from 'fastify'
import { LRUCache } from 'lru-cache'
import { PAGE_TOKEN_SECONDS } from './page-tokens'

/** What each page has reported, so that it counts once. */
export interface ReportLedger {
  /**
   * Enters what a page reports.
   * @param entries each a different one
   * @returns those it had not reported before; none once it has reported too much
   */
  enter(page: string, entries: readonly string[]): Promise<ReadonlySet<string>>
  close(): Promise<void>
}

interface ReportLedgerSettings extends RedisSettings {
  QUEUE_PREFIX: string
}

/** The most a page reports: some ten routes with three remotes each, and what fails on them. */
const MAX_ENTRIES = 40
/** Of so many pages a gateway remembers what they reported while Redis is away. */
const MAX_PAGES = 10_000
const PATIENCE_MS = 200

/** In Redis for all gateways for as long as a page's token is valid; while Redis is down, in each gateway's memory. */
export function openReportLedger(settings: ReportLedgerSettings, log: FastifyBaseLogger): ReportLedger {
  const { client, close } = openRedisClient(settings, (err) =>
    log.debug({ err }, 'reports are counted by each gateway separately'),
  )
  const alone = createLocalLedger()

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
        return await inTime(enterShared(page, entries), PATIENCE_MS, () => new Error('Redis is late'))
      } catch (err) {
        log.debug({ err }, 'reports are counted by each gateway separately')
        return alone(page, entries)
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
