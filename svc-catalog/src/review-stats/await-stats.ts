import { setTimeout as delay } from 'node:timers/promises'
import { MAX_CONSISTENCY_TOKENS, parseStatsToken, type StatsToken } from '@offquad/contracts'
import { LRUCache } from 'lru-cache'
import { type ChangedIds, type LandlordStats, type ListingStats } from '../entities'
import { type StatsRepository } from './stats.repository'

interface AwaitStatsDeps {
  listingStats: Pick<StatsRepository<ListingStats>, 'list'>
  landlordStats: Pick<StatsRepository<LandlordStats>, 'list'>
  /** Reads these into the catalog again. */
  refresh(ids: ChangedIds): Promise<void>
}

const MAX_WAIT_MS = 500
/** Between two reads of the database. */
const LOOK_EVERY_MS = 10
const MAX_SETTLED = 1_000

/**
 * Waits until this instance shows the review stats that tokens stand for, for at most 500 ms, so that a user who changed a
 * review reads the new stats at once. Requests with the same token share one wait.
 * @returns takes a comma-separated list of tokens; malformed ones are ignored
 */
export function createAwaitStats({ listingStats, landlordStats, refresh }: AwaitStatsDeps) {
  const waits = new Map<string, Promise<void>>()
  // Also those that never arrived: one wait for each is enough.
  const settled = new LRUCache<string, true>({ max: MAX_SETTLED })

  async function isStored({ of, id, version }: StatsToken): Promise<boolean> {
    const [stats] = await (of === 'listing' ? listingStats : landlordStats).list([id])
    return stats !== undefined && stats.version >= version
  }

  async function arrive(token: StatsToken): Promise<void> {
    const giveUpAt = Date.now() + MAX_WAIT_MS
    while (!(await isStored(token))) {
      if (Date.now() >= giveUpAt) return
      await delay(LOOK_EVERY_MS)
    }
    const { of, id } = token
    await refresh({
      apartmentIds: of === 'listing' ? [id] : [],
      landlordIds: of === 'landlord' ? [id] : [],
    })
  }

  function settle(text: string, token: StatsToken): Promise<void> {
    const wait = arrive(token)
      // Without the database the request gets the catalog as it is.
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
