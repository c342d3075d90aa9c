import {
  addSavedApartment,
  addSavedLandlord,
  checkSavedApartment,
  checkSavedLandlord,
  getSavedApartments,
  getSavedLandlords,
  removeSavedApartment,
  removeSavedLandlord,
} from '@offquad/contracts'
import { type Caller, requireIdentity, route } from '@offquad/service-kit'
import { type FastifyInstance } from 'fastify'
import { type Catalog, requireKnown } from '../catalog-client'
import { type SavedItem, type SavedItemsRepository } from './saved-items.repository'

interface SavedDeps {
  savedItems: SavedItemsRepository
  catalog: Catalog
  now: () => Date
}

const SUCCESS = { result: 'Success' } as const

export function registerSaved(app: FastifyInstance, { savedItems, catalog, now }: SavedDeps): void {
  route(app, getSavedApartments, async ({ caller }) => catalog.listings(await savedIds(caller, 'apartment')))

  route(app, getSavedLandlords, async ({ caller }) => catalog.landlords(await savedIds(caller, 'landlord')))

  for (const call of [checkSavedApartment, checkSavedLandlord])
    route(app, call, async ({ body, caller }) => ({ result: await savedItems.has(itemOf(caller, body)) }))

  for (const call of [addSavedApartment, addSavedLandlord])
    route(app, call, async ({ body, caller }) => {
      const item = itemOf(caller, body)
      if (await savedItems.has(item)) return SUCCESS
      await requireKnown(catalog, item)
      await savedItems.add(item, now())
      return SUCCESS
    })

  for (const call of [removeSavedApartment, removeSavedLandlord])
    route(app, call, async ({ body, caller }) => {
      const item = itemOf(caller, body)
      // Items that were deleted from the catalog can still be removed.
      if (!(await savedItems.remove(item))) await requireKnown(catalog, item)
      return SUCCESS
    })

  async function savedIds(caller: Caller, kind: SavedItem['kind']): Promise<string[]> {
    const items = await savedItems.list({ userId: requireIdentity(caller).userId, kind })
    return items.map(({ id }) => id)
  }
}

function itemOf(caller: Caller, body: { apartmentId: string } | { landlordId: string }): SavedItem {
  const { userId } = requireIdentity(caller)
  return 'apartmentId' in body
    ? { userId, kind: 'apartment', itemId: body.apartmentId }
    : { userId, kind: 'landlord', itemId: body.landlordId }
}
