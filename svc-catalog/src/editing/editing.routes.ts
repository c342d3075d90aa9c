import {
  addApartment as addApartmentCall,
  addLandlord as addLandlordCall,
  changeApartment as changeApartmentCall,
  changeLandlord as changeLandlordCall,
  exportApartments,
  exportLandlords,
  findLandlords,
  findSimilarPlaces,
  importApartments as importApartmentsCall,
  importLandlords as importLandlordsCall,
  type Landlord,
} from '@offquad/contracts'
import { NotFoundError, requireIdentity, route } from '@offquad/service-kit'
import { type FastifyInstance } from 'fastify'
import { type Catalog } from '../catalog/catalog'
import { addApartment, changeApartment } from './edit-apartment'
import { importApartments } from './import-apartments'
import { importLandlords, landlordEditor } from './landlords'
import { type StoreApartmentsDeps } from './store-apartments'

interface EditingDeps extends StoreApartmentsDeps {
  catalog: Catalog
}

const PAGE_SIZE = 20
const MOST_SIMILAR = 5

/** Calls with which administrators edit and import listings, and read the necessary data. */
export function registerEditing(app: FastifyInstance, deps: EditingDeps): void {
  const { catalog } = deps
  const landlords = landlordEditor(deps)

  route(app, addApartmentCall, async ({ body, query, caller, idempotencyKey, log }) => {
    const { userId: adminId } = requireIdentity(caller)
    const added = await addApartment(deps, { changes: body, adminId, idempotencyKey, ...query })
    log.info({ apartmentId: added.id }, 'apartment added')
    return added
  })

  route(app, changeApartmentCall, async ({ params: { id }, body: { read, ...changes }, caller, log }) => {
    const { userId: adminId } = requireIdentity(caller)
    const changed = await changeApartment(deps, { id, changes, read, adminId })
    log.info({ adminId, apartmentId: id, fields: Object.keys(changes) }, 'apartment changed')
    return changed
  })

  route(app, addLandlordCall, async ({ body, caller, idempotencyKey, log }) => {
    const { userId: adminId } = requireIdentity(caller)
    const id = await landlords.add({ changes: body, adminId, idempotencyKey })
    log.info({ landlordId: id }, 'landlord added')
    return landlordOf(id)
  })

  route(app, changeLandlordCall, async ({ params: { id }, body: { read, ...changes }, caller, log }) => {
    const { userId: adminId } = requireIdentity(caller)
    await landlords.change({ id, changes, read, adminId })
    log.info({ adminId, landlordId: id, fields: Object.keys(changes) }, 'landlord changed')
    return landlordOf(id)
  })

  route(app, findLandlords, ({ query: { q = '', offset = 0, size = PAGE_SIZE } }) => {
    const { landlords, total } = catalog.landlords(q.trim(), offset + size)
    return { landlords: landlords.slice(offset), total }
  })

  route(app, findSimilarPlaces, ({ query }) => catalog.similarPlaces(query, MOST_SIMILAR))

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

  route(app, exportApartments, async () => {
    const stored = await deps.apartments.list()
    // In original order, which an import of the file then preserves. Includes empty lists, so that an import also restores
    // them.
    return stored
      .sort((first, second) => first.order - second.order)
      .map(({ apartment }) => ({ roomTypes: [], amenities: [], ...apartment }))
  })

  route(app, exportLandlords, () => deps.landlords.list())

  function landlordOf(id: string): Landlord {
    const landlord = catalog.landlord(id)
    if (!landlord) throw new NotFoundError('landlord-not-found', `There is no landlord "${id}" any more.`)
    return landlord
  }
}
