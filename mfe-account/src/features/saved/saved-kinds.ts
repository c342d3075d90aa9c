import {
  addSavedApartment,
  addSavedLandlord,
  checkSavedApartment,
  checkSavedLandlord,
  removeSavedApartment,
  removeSavedLandlord,
} from '@offquad/contracts'
import { api } from '@offquad/web-kit'

export type SavedKind = 'apartment' | 'landlord'

interface SavedCalls {
  check: (id: string) => Promise<boolean>
  add: (id: string) => Promise<unknown>
  remove: (id: string) => Promise<unknown>
}

/** What can be done with a saved thing, by what it is. */
export const SAVED: Record<SavedKind, SavedCalls> = {
  apartment: {
    check: async (apartmentId) => (await api(checkSavedApartment, { body: { apartmentId } })).result,
    add: (apartmentId) => api(addSavedApartment, { body: { apartmentId } }),
    remove: (apartmentId) => api(removeSavedApartment, { body: { apartmentId } }),
  },
  landlord: {
    check: async (landlordId) => (await api(checkSavedLandlord, { body: { landlordId } })).result,
    add: (landlordId) => api(addSavedLandlord, { body: { landlordId } }),
    remove: (landlordId) => api(removeSavedLandlord, { body: { landlordId } }),
  },
}

/** Under which react-query keeps whether something is saved, per user. */
export const savedKey = (uid: string | undefined, kind: SavedKind, id: string) =>
  ['saved', uid ?? null, kind, id] as const
