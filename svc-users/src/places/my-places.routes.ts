import {
  getMyPlaces,
  inPlaceOrder,
  MAX_MY_PLACES,
  orderMyPlaces,
  putMyPlace,
  removeMyPlace,
} from '@offquad/contracts'
import { ConflictError, requireIdentity, route } from '@offquad/service-kit'
import { type FastifyInstance } from 'fastify'
import { cleanName } from '../clean-name'
import { type MyPlacesRepository } from './my-places.repository'

interface MyPlacesDeps {
  myPlaces: MyPlacesRepository
}

/** Destinations of a student, visible only to them. */
export function registerMyPlaces(app: FastifyInstance, { myPlaces }: MyPlacesDeps): void {
  route(app, getMyPlaces, async ({ caller }) => ({
    items: await myPlaces.list(requireIdentity(caller).userId),
  }))

  route(app, putMyPlace, async ({ params: { id }, body, caller }) => {
    const place = { id, ...body, name: cleanName(body.name) }
    await myPlaces.change(requireIdentity(caller).userId, (places) => {
      const isKnown = places.some((stored) => stored.id === id)
      if (!isKnown && places.length >= MAX_MY_PLACES)
        throw new ConflictError(
          'too-many-places',
          `You can keep ${MAX_MY_PLACES} places. Remove one to add another.`,
        )
      return isKnown ? places.map((stored) => (stored.id === id ? place : stored)) : [...places, place]
    })
    return place
  })

  route(app, orderMyPlaces, async ({ body: { ids }, caller }) => {
    const { userId } = requireIdentity(caller)
    await myPlaces.change(userId, (places) => inPlaceOrder(places, ids))
    return { items: await myPlaces.list(userId) }
  })

  route(app, removeMyPlace, async ({ params: { id }, caller }) => {
    await myPlaces.change(requireIdentity(caller).userId, (places) =>
      places.filter((place) => place.id !== id),
    )
    return null
  })
}
