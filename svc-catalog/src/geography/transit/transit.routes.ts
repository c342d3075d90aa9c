import { getCampusBuses, type University } from '@offquad/contracts'
import { route } from '@offquad/service-kit'
import { type FastifyInstance } from 'fastify'
import { type Catalog } from '../../catalog/catalog'
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
    const { latitude, longitude } = apartment
    return {
      timetable: transit.timetable,
      stops:
        latitude === null || longitude === null
          ? []
          : transit.linesBetween({ latitude, longitude }, landmarks),
    }
  })
}
