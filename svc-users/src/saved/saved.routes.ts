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
import { type SavedDeps, saveItem, unsaveItem } from './save-item'
import { type SavedItem } from './saved-items.repository'

const SUCCESS = { result: 'Success' } as const

export function registerSaved(app: FastifyInstance, deps: SavedDeps): void {
  const { savedItems, catalog } = deps

  route(app, getSavedApartments, async ({ caller }) => catalog.listings(await savedIds(caller, 'apartment')))

  route(app, getSavedLandlords, async ({ caller }) => catalog.landlords(await savedIds(caller, 'landlord')))

  route(app, checkSavedApartment, async ({ body, caller }) => ({
    result: await savedItems.has(apartment(caller, body)),
  }))

  route(app, checkSavedLandlord, async ({ body, caller }) => ({
    result: await savedItems.has(landlord(caller, body)),
  }))

  route(app, addSavedApartment, async ({ body, caller }) => {
    await saveItem(deps, apartment(caller, body))
    return SUCCESS
  })

  route(app, addSavedLandlord, async ({ body, caller }) => {
    await saveItem(deps, landlord(caller, body))
    return SUCCESS
  })

  route(app, removeSavedApartment, async ({ body, caller }) => {
    await unsaveItem(deps, apartment(caller, body))
    return SUCCESS
  })

  route(app, removeSavedLandlord, async ({ body, caller }) => {
    await unsaveItem(deps, landlord(caller, body))
    return SUCCESS
  })

  async function savedIds(caller: Caller, kind: SavedItem['kind']): Promise<string[]> {
    const found = await savedItems.list({ userId: requireIdentity(caller).userId, kind })
    return found.map(({ id }) => id)
  }
}

const apartment = (caller: Caller, { apartmentId }: { apartmentId: string }): SavedItem => ({
  userId: requireIdentity(caller).userId,
  kind: 'apartment',
  itemId: apartmentId,
})

const landlord = (caller: Caller, { landlordId }: { landlordId: string }): SavedItem => ({
  userId: requireIdentity(caller).userId,
  kind: 'landlord',
  itemId: landlordId,
})
