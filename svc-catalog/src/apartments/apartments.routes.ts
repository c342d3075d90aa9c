import { getApartments, getTravelTimes, resourceOf } from '@offquad/contracts'
import { route, showOnly } from '@offquad/service-kit'
import { type FastifyInstance } from 'fastify'
import { type Catalog } from '../catalog/catalog'
import { throwNotFound } from '../catalog/throw-not-found'

export function registerApartments(app: FastifyInstance, catalog: Catalog): void {
  route(app, getApartments, ({ params }, { reply }) => {
    const ids = params.ids.split(',').map((id) => id.trim())
    showOnly(
      reply,
      ids.map((id) => resourceOf('apartment', id)),
    )
    return ids.map((id) => catalog.apartment(id) ?? throwNotFound('apartment', id))
  })

  route(app, getTravelTimes, ({ params }, { reply }) => {
    showOnly(reply, [resourceOf('apartment', params.id)])
    return catalog.travelTimes(params.id) ?? throwNotFound('apartment', params.id)
  })
}
