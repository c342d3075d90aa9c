import { Type } from 'typebox'
import { Landlord, Listing } from '../catalog/listing'
import { endpoint } from '../endpoint'
import { Id } from '../shapes'

const ApartmentBody = Type.Object({ apartmentId: Id })
const LandlordBody = Type.Object({ landlordId: Id })
const IsSaved = Type.Object({ result: Type.Boolean() })
const Success = Type.Object({ result: Type.Literal('Success') })

export const getSavedApartments = endpoint({
  method: 'GET',
  path: '/api/saved-apartments',
  summary: 'The listings I saved, in the order I saved them; those that are gone are left out.',
  access: 'signed-in',
  reply: Type.Array(Listing),
  problems: [503],
})

export const getSavedLandlords = endpoint({
  method: 'GET',
  path: '/api/saved-landlords',
  summary: 'The landlords I saved, in the order I saved them; those that are gone are left out.',
  access: 'signed-in',
  reply: Type.Array(Landlord),
  problems: [503],
})

export const checkSavedApartment = endpoint({
  method: 'POST',
  path: '/api/check-saved-apartment',
  cost: 1,
  touches: [],
  rate: 'read',
  summary: 'Whether I saved an apartment.',
  access: 'signed-in',
  body: ApartmentBody,
  reply: IsSaved,
})

export const checkSavedLandlord = endpoint({
  method: 'POST',
  path: '/api/check-saved-landlord',
  cost: 1,
  touches: [],
  rate: 'read',
  summary: 'Whether I saved a landlord.',
  access: 'signed-in',
  body: LandlordBody,
  reply: IsSaved,
})

export const addSavedApartment = endpoint({
  method: 'POST',
  path: '/api/add-saved-apartment',
  touches: [],
  summary: 'Saves an apartment. Idempotent.',
  access: 'signed-in',
  body: ApartmentBody,
  reply: Success,
  problems: [404, 503],
})

export const addSavedLandlord = endpoint({
  method: 'POST',
  path: '/api/add-saved-landlord',
  touches: [],
  summary: 'Saves a landlord. Idempotent.',
  access: 'signed-in',
  body: LandlordBody,
  reply: Success,
  problems: [404, 503],
})

export const removeSavedApartment = endpoint({
  method: 'POST',
  path: '/api/remove-saved-apartment',
  touches: [],
  summary: 'Takes an apartment out of the saved ones. Idempotent.',
  access: 'signed-in',
  body: ApartmentBody,
  reply: Success,
  problems: [404, 503],
})

export const removeSavedLandlord = endpoint({
  method: 'POST',
  path: '/api/remove-saved-landlord',
  touches: [],
  summary: 'Takes a landlord out of the saved ones. Idempotent.',
  access: 'signed-in',
  body: LandlordBody,
  reply: Success,
  problems: [404, 503],
})
