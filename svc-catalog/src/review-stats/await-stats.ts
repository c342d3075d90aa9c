import { setTimeout as delay } from 'node:timers/promises'
import { MAX_CONSISTENCY_TOKENS, parseStatsToken, type StatsToken } from '@offquad/contracts'
import { LRUCache } from 'lru-cache'
import { type ChangedIds, type LandlordStats, type ListingStats } from '../entities'
import { type StatsRepository } from './stats.repository'

interface AwaitStatsDeps {
  listingStats: Pick<StatsRepository<ListingStats>, 'list'>
  landlordStats: Pick<StatsRepository<LandlordStats>, 'list'>
  /** Reloads these in the catalog. */
  refresh(ids: ChangedIds): Promise<void>
}

const MAX_WAIT_MS = 500
/** Between two reads of the database. */
const POLL_EVERY_MS = 10
const MAX_SETTLED = 1_000

/**
 * Waits until this instance serves the review stats of consistency tokens, for at most 500 ms, so that a user who changed a
 * review sees the new stats at once. Requests with the same token share one wait.
 * @returns a function of a comma-separated list of tokens, which ignores malformed ones
 */
export function createAwaitStats({ listingStats, landlordStats, refresh }: AwaitStatsDeps) {
  const waits = new Map<string, Promise<void>>()
  // Includes stats that never arrived: one wait for each is enough.
  const settled = new LRUCache<string, true>({ max: MAX_SETTLED })

  async function isStored({ of, id, version }: StatsToken): Promise<boolean> {
    const [stats] = await (of === 'listing' ? listingStats : landlordStats).list([id])
    return stats !== undefined && stats.version >= version
  }

  async function arrive(token: StatsToken): Promise<void> {
    const deadline = Date.now() + MAX_WAIT_MS
    while (!(await isStored(token))) {
      if (Date.now() >= deadline) return
      await delay(POLL_EVERY_MS)
    }
    const { of, id } = token
    await refresh({
      apartmentIds: of === 'listing' ? [id] : [],
      landlordIds: of === 'landlord' ? [id] : [],
    })
  }

  function settle(text: string, token: StatsToken): Promise<void> {
    const wait = arrive(token)
      // Without the database the request gets the current catalog.
      .catch(() => undefined)
      .finally(() => {
        waits.delete(text)
        settled.set(text, true)
      })
    waits.set(text, wait)
    return wait
  }

  return async (header: string): Promise<void> => {
    const open = header
      .split(',', MAX_CONSISTENCY_TOKENS)
      .filter((text) => !settled.has(text))
      .flatMap((text) => {
        const token = parseStatsToken(text.trim())
        return token ? [waits.get(text) ?? settle(text, token)] : []
      })
    await Promise.all(open)
  }
}
