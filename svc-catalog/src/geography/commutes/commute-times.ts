import { type CommuteMode, routeCommutes } from '@offquad/contracts'
import { type Jobs } from '@offquad/service-kit'
import { LRUCache } from 'lru-cache'
import { type BusTimes, type CommuteTimes, type MinutesFrom, type Ways } from '../../catalog/catalog'
import { estimateMinutes } from '../estimate-minutes'
import { type Router } from '../router'
import { type RoutedCommutesRepository } from './routed-commutes.repository'
import { cellOf, keyOf } from './way'

interface RoutingDeps {
  /** undefined: none is configured. */
  router: Pick<Router, 'id'> | undefined
  routedCommutes: Pick<RoutedCommutesRepository, 'find'>
  jobs: Pick<Jobs, 'addBulk'>
  log: { warn(fields: object, message: string): void }
}

/** Number of cached destinations, each with the commutes of all apartments. */
const MAX_DESTINATIONS = 64
const ESTIMATED_MODES = ['walk', 'bike', 'drive'] as const
/** The worker continues on its own; a lost job is enqueued again after this time. */
const REQUEST_EVERY_MS = 60_000

/**
 * Times of commutes: from the router once it has returned them, until then estimated from the distance; by bus from the
 * timetable.
 * @param buses undefined: there is no timetable
 */
export function createCommuteTimes(deps?: RoutingDeps, buses?: BusTimes): CommuteTimes {
  /** By origin; null where there is no route. */
  const routed = new LRUCache<string, ReadonlyMap<string, number | null>>({ max: MAX_DESTINATIONS })
  const requested = new LRUCache<string, true>({ max: 1000, ttl: REQUEST_EVERY_MS })
  const listeners: ((ways: Ways) => void)[] = []

  const isRouted = (mode: CommuteMode): boolean => deps?.router !== undefined && mode !== 'bus'

  async function reload(ways: Ways): Promise<void> {
    if (!deps?.router) return
    const results = await deps.routedCommutes.find(deps.router.id, ways)
    const minutesFrom = new Map(
      [...results].flatMap(([cell, minutes]) => (minutes === undefined ? [] : [[cell, minutes]])),
    )
    const isNew = minutesFrom.size !== (routed.get(keyOf(ways))?.size ?? 0)
    routed.set(keyOf(ways), minutesFrom)
    if (isNew) for (const notify of listeners) notify(ways)
  }

  return {
    modes: buses ? [...ESTIMATED_MODES, 'bus'] : ESTIMATED_MODES,
    isRouted,
    reload,
    onChange: (listener) => void listeners.push(listener),

    to(destination, mode) {
      if (mode === 'bus') return buses && minutesByBus(buses.to(destination))
      const times = routed.get(keyOf({ destination, mode }))
      return (from) => minutesOf(times?.get(cellOf(from)), () => estimateMinutes(from, destination, mode))
    },

    isReturned(ways) {
      const returned = routed.get(keyOf(ways))
      return (from) => returned?.has(cellOf(from)) === true
    },

    request(ways) {
      const key = keyOf(ways)
      if (!deps || !isRouted(ways.mode) || requested.has(key)) return
      requested.set(key, true)
      const { latitude, longitude } = ways.destination
      if (!routed.has(key))
        reload(ways).catch((err: unknown) => deps.log.warn({ err }, 'routed commutes not loaded'))
      deps.jobs
        .addBulk(routeCommutes, [{ latitude, longitude, mode: ways.mode }], () => key)
        .catch((err: unknown) => deps.log.warn({ err }, 'commutes not enqueued for the router'))
    },
  }
}

function minutesOf(routed: number | null | undefined, estimate: () => number) {
  return routed == null
    ? { minutes: Math.round(estimate()), isEstimate: true }
    : { minutes: Math.round(routed), isEstimate: false }
}

const minutesByBus =
  (minutesFrom: ReturnType<BusTimes['to']>): MinutesFrom =>
  (from) => {
    const { minutes, isOnFoot } = minutesFrom(from)
    return { minutes: Math.round(minutes), isEstimate: true, ...(isOnFoot && { isOnFoot }) }
  }
