import { type ApartmentChanges } from '@offquad/contracts'
import { type Point } from './place-picker'

/** What the form holds; amounts as they are typed, '' where they are not known. */
export interface ApartmentFields {
  name: string
  address: string
  landlordId: string | null
  area: string
  numBeds: string
  numBaths: string
  price: string
  photos: string[]
  place: Point | null
}

export const NO_APARTMENT: ApartmentFields = {
  ...{ name: '', address: '', landlordId: null, area: 'OTHER', numBeds: '', numBaths: '', price: '' },
  photos: [],
  place: null,
}

/** As the service wants it: it reads amounts as they are typed. */
export function changesOf({ place, ...fields }: Partial<ApartmentFields>): ApartmentChanges {
  if (place === undefined) return fields
  return { ...fields, latitude: place?.latitude ?? null, longitude: place?.longitude ?? null }
}
