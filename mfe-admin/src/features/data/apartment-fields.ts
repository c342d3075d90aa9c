/** What the form holds; amounts and coordinates as they are typed, '' where they are not known. The service reads them so. */
export interface ApartmentFields {
  name: string
  address: string
  landlordId: string | null
  area: string
  numBeds: string
  numBaths: string
  price: string
  photos: string[]
  latitude: string
  longitude: string
}

export const NO_APARTMENT: ApartmentFields = {
  ...{ name: '', address: '', landlordId: null, area: 'OTHER', numBeds: '', numBaths: '', price: '' },
  photos: [],
  latitude: '',
  longitude: '',
}

/** A move along one axis is sent with the other: coordinates are judged together. */
export function changesOf(
  changes: Partial<ApartmentFields>,
  { latitude, longitude }: ApartmentFields,
): Partial<ApartmentFields> {
  const isMoved = 'latitude' in changes || 'longitude' in changes
  return isMoved ? { latitude, longitude, ...changes } : changes
}
