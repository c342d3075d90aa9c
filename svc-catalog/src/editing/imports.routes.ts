import {
  importApartments as importApartmentsCall,
  importLandlords as importLandlordsCall,
} from '@offquad/contracts'
import { route } from '@offquad/service-kit'
import { type FastifyInstance } from 'fastify'
import { importApartments } from './import-apartments'
import { importLandlords } from './import-landlords'
import { type StoreApartmentsDeps } from './store-apartments'
import { type StoreLandlordsDeps } from './store-landlords'

export function registerImports(app: FastifyInstance, deps: StoreApartmentsDeps & StoreLandlordsDeps): void {
  route(app, importApartmentsCall, async ({ body, log }) => {
    const results = await importApartments(deps, body)
    log.info({ rows: results.length, dryRun: body.dryRun ?? false }, 'apartments imported')
    return { results }
  })

  route(app, importLandlordsCall, async ({ body, log }) => {
    const results = await importLandlords(deps, body)
    log.info({ rows: results.length, dryRun: body.dryRun ?? false }, 'landlords imported')
    return { results }
  })
}
