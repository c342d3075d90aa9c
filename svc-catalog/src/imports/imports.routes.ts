import {
  importApartments as importApartmentsCall,
  importLandlords as importLandlordsCall,
} from '@offquad/contracts'
import { route } from '@offquad/service-kit'
import { type FastifyInstance } from 'fastify'
import { importApartments, type ImportApartmentsDeps } from './import-apartments'
import { importLandlords, type ImportLandlordsDeps } from './import-landlords'

export function registerImports(
  app: FastifyInstance,
  deps: ImportApartmentsDeps & ImportLandlordsDeps,
): void {
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
