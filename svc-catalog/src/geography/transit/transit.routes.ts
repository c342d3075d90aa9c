import { getCampusBuses, type University } from '@offquad/contracts'
import { route } from '@offquad/service-kit'
import { type FastifyInstance } from 'fastify'
import { type Catalog } from '../../catalog/catalog'
import { coordinatesIn } from '../../catalog/entities'
import { throwNotFound } from '../../catalog/throw-not-found'
import { type Transit } from './open-transit'

interface TransitDeps {
  catalog: Pick<Catalog, 'apartment'>
  university: Pick<University, 'landmarks'>
  transit: Pick<Transit, 'timetable' | 'linesBetween'> | undefined
}

export function registerTransit(app: FastifyInstance, { catalog, university, transit }: TransitDeps): void {
  const landmarks = Object.entries(university.landmarks).map(([id, { latitude, longitude }]) => ({
    id,
    latitude,
    longitude,
  }))

  route(app, getCampusBuses, ({ params }) => {
    const apartment = catalog.apartment(params.id) ?? throwNotFound('apartment', params.id)
    if (!transit) return { stops: [] }
    const place = coordinatesIn(apartment)
    return { timetable: transit.timetable, stops: place ? transit.linesBetween(place, landmarks) : [] }
  })
}
