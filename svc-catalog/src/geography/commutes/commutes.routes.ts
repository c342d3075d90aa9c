import { getCommuteOptions, getCommutes, type University } from '@offquad/contracts'
import { route } from '@offquad/service-kit'
import { type FastifyInstance } from 'fastify'
import { createPlaceLocator } from '../campus-places'
import { requestRouting, routingOf } from '../request-routing'
import { type Catalog, type CommuteTimes } from '../../catalog/catalog'

interface CommuteDeps {
  catalog: Pick<Catalog, 'commute' | 'routedCommutes'>
  commuteTimes: CommuteTimes
  university: University
  geocoder: object | undefined
}

export function registerCommutes(app: FastifyInstance, deps: CommuteDeps): void {
  const { catalog, commuteTimes, university, geocoder } = deps
  const { isOnCampus, locate } = createPlaceLocator(university)

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
    const isSignedIn = caller.identity !== undefined
    const requested = requestRouting({ commuteTimes, isOnCampus, isSignedIn }, commutes)
    return {
      ...routingOf(catalog, requested),
      items: [...new Set(apartmentIds)].map((apartmentId) => ({
        apartmentId,
        commutes: commutes.flatMap((commute) => catalog.commute(apartmentId, commute) ?? []),
      })),
    }
  })
}
