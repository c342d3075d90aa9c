import { getApartments, getTravelTimes } from '@offquad/contracts'
import { NotFoundError, route } from '@offquad/service-kit'
import { type FastifyInstance } from 'fastify'
import { type Catalog } from '../catalog'

export function registerApartments(app: FastifyInstance, catalog: Catalog): void {
  route(app, getApartments, ({ params }) => {
    const ids = params.ids.split(',').map((id) => id.trim())
    return ids.map((id) => catalog.apartment(id) ?? throwNotFound(id))
  })

  route(app, getTravelTimes, ({ params }) => catalog.travelTimes(params.id) ?? throwNotFound(params.id))
}

function throwNotFound(id: string): never {
  throw new NotFoundError('apartment-not-found', `There is no apartment "${id}".`)
}
