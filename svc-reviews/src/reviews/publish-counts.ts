import { type ConsistencyToken, formatStatsToken } from '@offquad/contracts'
import { inTime } from '@offquad/service-kit'
import { type CountsDeps, sendCounts } from './send-counts'
import { type CountedPlace } from './stored-review'

interface Log {
  warn(fields: object, message: string): void
}

/** Resolves to what reads of the catalog have to wait for to show the new counts; to nothing when that is not known. */
export type PublishCounts = (place: CountedPlace) => Promise<ConsistencyToken[]>

const CATALOG = 'svc-catalog'
const MAX_WAIT_MS = 300

/**
 * Counts the reviews of a place and sends the result to the catalog, for whoever is about to read it. It is not what makes
 * sure that changes are counted, which is the outbox: while Redis is away nothing is published here.
 */
export function createPublishCounts(deps: CountsDeps, log: Log): PublishCounts {
  return async ({ aptId, landlordId }) => {
    const places = { aptIds: aptId === null ? [] : [aptId], landlordIds: [landlordId] }
    try {
      const late = () => new Error(`not published within ${MAX_WAIT_MS} ms`)
      const version = await inTime(sendCounts(deps, places), MAX_WAIT_MS, late)
      return [
        ...places.aptIds.map((id) => formatStatsToken({ of: 'listing', id, version })),
        ...places.landlordIds.map((id) => formatStatsToken({ of: 'landlord', id, version })),
      ].map((token) => ({ service: CATALOG, token }))
    } catch (err) {
      log.warn({ err }, 'counts not published at once, the worker will do it')
      return []
    }
  }
}
