import { getCommuteOptions, getCommutes, type University } from '@offquad/contracts'
import { route } from '@offquad/service-kit'
import { type FastifyInstance } from 'fastify'
import { createPlaceLocator } from '../campus-places'
import { type Catalog, type CommuteTimes } from '../catalog'

interface CommuteDeps {
  catalog: Pick<Catalog, 'commute'>
  commuteTimes: Pick<CommuteTimes, 'modes'>
  university: University
  geocoder: object | undefined
}

export function registerCommutes(
  app: FastifyInstance,
  { catalog, commuteTimes, university, geocoder }: CommuteDeps,
): void {
  const locate = createPlaceLocator(university)

  route(app, getCommuteOptions, () => ({
    modes: [...commuteTimes.modes],
    findsAddresses: geocoder !== undefined,
  }))

  route(app, getCommutes, ({ body: { apartmentIds, places } }) => {
    const commutes = places.map((place) => ({
      placeId: place.id,
      mode: place.mode,
      destination: locate(place),
    }))
    return {
      items: [...new Set(apartmentIds)].map((apartmentId) => ({
        apartmentId,
        commutes: commutes.flatMap((commute) => catalog.commute(apartmentId, commute) ?? []),
      })),
    }
  })
}
