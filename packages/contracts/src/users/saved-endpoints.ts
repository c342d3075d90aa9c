import { Type } from 'typebox'
import { Landlord, Listing } from '../catalog/listing'
import { endpoint } from '../endpoint'
import { Id } from '../shapes'

const ApartmentBody = Type.Object({ apartmentId: Id })
const LandlordBody = Type.Object({ landlordId: Id })

const checkCall = {
  cost: 1,
  touches: [],
  rate: 'read',
  access: 'signed-in',
  reply: Type.Object({ result: Type.Boolean() }),
} as const

const changeCall = {
  touches: [],
  access: 'signed-in',
  reply: Type.Object({ result: Type.Literal('Success') }),
} as const

export const getSavedApartments = endpoint('GET /api/saved-apartments', {
  summary: 'The listings I saved, in the order I saved them; those that are gone are left out.',
  access: 'signed-in',
  reply: Type.Array(Listing),
})

export const getSavedLandlords = endpoint('GET /api/saved-landlords', {
  summary: 'The landlords I saved, in the order I saved them; those that are gone are left out.',
  access: 'signed-in',
  reply: Type.Array(Landlord),
})

export const checkSavedApartment = endpoint('POST /api/check-saved-apartment', {
  ...checkCall,
  summary: 'Whether I saved an apartment.',
  body: ApartmentBody,
})

export const checkSavedLandlord = endpoint('POST /api/check-saved-landlord', {
  ...checkCall,
  summary: 'Whether I saved a landlord.',
  body: LandlordBody,
})

export const addSavedApartment = endpoint('POST /api/add-saved-apartment', {
  ...changeCall,
  summary: 'Saves an apartment. Idempotent.',
  body: ApartmentBody,
})

export const addSavedLandlord = endpoint('POST /api/add-saved-landlord', {
  ...changeCall,
  summary: 'Saves a landlord. Idempotent.',
  body: LandlordBody,
})

export const removeSavedApartment = endpoint('POST /api/remove-saved-apartment', {
  ...changeCall,
  summary: 'Takes an apartment out of the saved ones. Idempotent.',
  body: ApartmentBody,
})

export const removeSavedLandlord = endpoint('POST /api/remove-saved-landlord', {
  ...changeCall,
  summary: 'Takes a landlord out of the saved ones. Idempotent.',
  body: LandlordBody,
})
