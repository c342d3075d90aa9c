import { commutesRouted, type PayloadOf, type routeCommutes as job } from '@offquad/contracts'
import { type Events } from '@offquad/service-kit'
import { type Ways } from '../../catalog/catalog'
import { type Repositories } from '../../repositories'
import { greatCircleMetres } from '../great-circle'
import { type ProviderBudgetsRepository } from '../provider-budgets.repository'
import { type ProviderPausesRepository } from '../provider-pauses.repository'
import { ProviderError } from '../provider-request'
import { type Router } from '../router'
import { type RoutedCommutesRepository } from './routed-commutes.repository'
import { cellOf, coordinatesOf } from './way'

interface CommuteRoutingDeps extends Pick<Repositories, 'places'> {
  /** undefined: none is configured. */
  router: Router | undefined
  routedCommutes: RoutedCommutesRepository
  budgets: ProviderBudgetsRepository
  pauses: ProviderPausesRepository
  events: Pick<Events, 'publish'>
  config: { ROUTING_COMMUTES_PER_DAY: number; ROUTING_PER_SECOND: number }
  /** Resolves after this many milliseconds. */
  wait: (ms: number) => Promise<void>
  now: () => Date
  log: { info(fields: object, message: string): void; warn(fields: object, message: string): void }
}

const PAUSE = 'routing'
/** Google's limit; self-hosted servers stay far below it. */
const WAYS_PER_MINUTE = 3000
/** A request whose result was lost is repeated from the next day's budget. */
const LOST_AFTER_MS = 24 * 3_600_000

/**
 * Fetches the commutes from all apartments to a place, nearest first, in requests as large as the router allows, within the
 * budget of the day. Each request is recorded before it is sent, and stored with its result: after a crash, the next run
 * sends only unsent requests. Requests that were in flight may have been billed, and are repeated a day later.
 */
export async function routeCommutes(
  deps: CommuteRoutingDeps,
  { latitude, longitude, mode }: PayloadOf<typeof job>,
): Promise<void> {
  const { router, pauses, events, routedCommutes, config, wait, now, log } = deps
  if (!router || mode === 'bus') return
  const ways: Ways = { destination: { latitude, longitude }, mode }
  await routedCommutes.forgetLost(router.id, ways, new Date(now().getTime() - LOST_AFTER_MS))
  for (;;) {
    if (await pauses.find(PAUSE, router, now())) return
    const missing = await nextOrigins(deps, router, ways)
    if (missing.length === 0) return
    const origins = missing.slice(0, await spendToday(deps, missing.length))
    if (origins.length === 0) {
      log.info({ missing: missing.length }, 'the budget of the day for routed commutes is spent')
      return
    }
    const id = await routedCommutes.begin(router.id, ways, { origins, now: now() })
    if (id === undefined) return
    try {
      const minutes = await router.minutes(origins.map(coordinatesOf), [ways.destination], mode)
      await routedCommutes.finish(
        id,
        minutes.map(([toDestination = null]) => toDestination),
      )
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error
      const { failure, message, isUnpaid } = error
      log.warn({ failure, reason: message }, 'commutes not routed')
      // A rejected request would be rejected again; a request that may have been billed is not repeated.
      if (isUnpaid && failure !== 'rejected') await routedCommutes.release(id)
      if (failure !== 'rejected') await pauses.pause(PAUSE, router, { error, now: now() })
      return
    }
    await pauses.clear(PAUSE)
    await events.publish(commutesRouted, { latitude, longitude, mode })
    await wait(Math.max(1000 / config.ROUTING_PER_SECOND, origins.length * (60_000 / WAYS_PER_MINUTE)))
  }
}

/** Origins that were not requested yet, nearest first: with a small budget, the nearest matter most. */
async function nextOrigins(
  { places, routedCommutes }: CommuteRoutingDeps,
  router: Router,
  ways: Ways,
): Promise<string[]> {
  const requested = await routedCommutes.find(router.id, ways)
  const cells = new Set((await places.listCoordinates()).map(cellOf))
  return [...cells]
    .filter((cell) => !requested.has(cell))
    .map((cell) => ({ cell, metres: greatCircleMetres(coordinatesOf(cell), ways.destination) }))
    .sort((a, b) => a.metres - b.metres || (a.cell < b.cell ? -1 : 1))
    .slice(0, router.maxOrigins)
    .map(({ cell }) => cell)
}

/** Spends as many of `count` commutes as the day's budget allows. @returns the number spent */
async function spendToday({ budgets, config, now }: CommuteRoutingDeps, count: number): Promise<number> {
  const day = { name: 'commutes', most: config.ROUTING_COMMUTES_PER_DAY, per: 'day' } as const
  for (let affordable = count; affordable > 0; affordable = Math.floor(affordable / 2))
    if (await budgets.spend(day, affordable, now())) return affordable
  return 0
}
