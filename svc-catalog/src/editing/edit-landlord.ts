import { createEditor } from './edit-listing'
import { parseLandlord } from './parse-landlord'
import { type StoreDeps } from './store-changes'
import { planLandlord, storeLandlords, storeNewLandlord } from './store-landlords'

/** How administrators add and change landlords. */
export const landlordEditor = (deps: StoreDeps) =>
  createEditor(deps, {
    name: 'landlord',
    find: async (id) => (await deps.landlords.list([id]))[0],
    parse: parseLandlord,
    plan: planLandlord,
    store: (writes) => storeLandlords(deps, writes),
    storeNew: (write) => storeNewLandlord(deps, write),
    changed: (id) => ({ apartmentIds: [], landlordIds: [id] }),
  })
