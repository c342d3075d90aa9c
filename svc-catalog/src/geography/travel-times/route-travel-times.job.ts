import {
  catalogChanged,
  type PayloadOf,
  type routeTravelTimes as job,
  type University,
} from '@offquad/contracts'
import { type Events } from '@offquad/service-kit'
import { byTravelLeg, type Coordinates, type KnownTravelTimes, TRAVEL_LEGS } from '../../catalog/entities'
import { type Repositories } from '../../repositories'
import { type ProviderPausesRepository } from '../provider-pauses.repository'
import { ProviderError } from '../provider-request'
import { routedMethodOf, type Router } from '../router'
import { estimateTravelTimes } from './estimate-travel-times'

export interface RoutingDeps extends Pick<Repositories, 'places'> {
  university: Pick<University, 'landmarks'>
  /** undefined: none is configured. */
  router: Router | undefined
  pauses: ProviderPausesRepository
  events: Pick<Events, 'publish'>
  now: () => Date
  log: { warn(fields: object, message: string): void }
}

const PAUSE = 'routing'
const MINUTE_MS = 60_000
const LONGEST_DELAY_MS = 24 * 3_600_000

/** Replaces estimated travel times with the router's. Until it responds, the estimates stay. */
export async function routeTravelTimes(
  deps: RoutingDeps,
  { apartmentId }: PayloadOf<typeof job>,
): Promise<void> {
  const { places, router, pauses, events, now, log } = deps
  if (!router || (await pauses.find(PAUSE, router, now()))) return
  const place = await places.findOutdated(apartmentId, [routedMethodOf(router.id)], now())
  if (!place) return
  try {
    const travelTimes = await routeFrom(deps, router, place)
    await pauses.clear(PAUSE)
    if (!(await places.saveTravelTimes(apartmentId, place, { travelTimes, kept: [] }))) return
    await events.publish(catalogChanged, { apartmentIds: [apartmentId], landlordIds: [] })
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    const { failure, message } = error
    log.warn({ apartmentId, failure, reason: message }, 'travel times not routed')
    if (failure !== 'rejected') await pauses.pause(PAUSE, router, { error, now: now() })
    // A rejected key or an exceeded quota says nothing about this place.
    if (failure === 'denied' || failure === 'quota') return
    await places.postponeRouting(apartmentId, place, (failures) => {
      const delayMs = failure === 'rejected' ? LONGEST_DELAY_MS : MINUTE_MS * 2 ** (failures - 1)
      return new Date(now().getTime() + Math.min(delayMs, LONGEST_DELAY_MS))
    })
  }
}

/** The router's minutes; legs without a route keep the estimate and are marked as estimated. */
async function routeFrom(
  { university }: RoutingDeps,
  router: Router,
  place: Coordinates,
): Promise<KnownTravelTimes> {
  const names = ['engQuad', 'hoPlaza', 'agQuad'] as const
  const destinations = names.map((name) => university.landmarks[name])
  // Sequentially: public servers allow one request at a time.
  const [walk = []] = await router.minutes([place], destinations, 'walk')
  const [drive = []] = await router.minutes([place], destinations, 'drive')
  const routed = byTravelLeg((_leg, { landmark, mode }) => ({ walk, drive })[mode][names.indexOf(landmark)])
  const estimated = estimateTravelTimes(place, university)
  return {
    ...byTravelLeg((leg) => routed[leg] ?? estimated[leg]),
    method: routedMethodOf(router.id),
    estimatedLegs: TRAVEL_LEGS.filter((leg) => typeof routed[leg] !== 'number'),
  }
}
