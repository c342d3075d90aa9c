import { getCommuteOptions, getCommutes, type University } from '@offquad/contracts'
import { route } from '@offquad/service-kit'
import { type FastifyInstance } from 'fastify'
import { type Catalog, type CommuteTimes } from '../../catalog/catalog'
import { createCommuteRequests } from '../commute-requests'

interface CommuteDeps {
  catalog: Pick<Catalog, 'commute' | 'routedCommutes'>
  commuteTimes: CommuteTimes
  university: University
  geocoder: object | undefined
}

export function registerCommutes(app: FastifyInstance, deps: CommuteDeps): void {
  const { catalog, commuteTimes, geocoder } = deps
  const { locate, requestRouting, routingOf } = createCommuteRequests(deps)

  route(app, getCommuteOptions, () => ({
    modes: [...commuteTimes.modes],
    findsAddresses: geocoder !== undefined,
  }))

  route(app, getCommutes, ({ body: { apartmentIds, places }, caller }) => {
    const commutes = places.map((place) => ({
      placeId: place.id,
      mode: place.mode,
      destination: locate(place),
    }))
    return {
      ...routingOf(requestRouting(commutes, caller.identity !== undefined)),
      items: [...new Set(apartmentIds)].map((apartmentId) => ({
        apartmentId,
        commutes: commutes.flatMap((commute) => catalog.commute(apartmentId, commute) ?? []),
      })),
    }
  })
}
