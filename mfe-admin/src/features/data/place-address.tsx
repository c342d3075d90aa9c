import { type SearchResult } from '@offquad/contracts'
import { PlaceText } from './place-text'
import { SimilarPlaces } from './similar-places'
import { type PlaceFormState } from './use-place-form'

interface PlaceAddressProps {
  place: PlaceFormState<{ name: string; address: string; photos: string[] }>
  label: SearchResult['label']
  /** Absent: a new one */
  id?: string
}

/** Where it is, with a warning of what is there already by that name or at that address. */
export function PlaceAddress({ place, label, id }: PlaceAddressProps) {
  const { name, address } = place.fields
  return (
    <div>
      <PlaceText place={place} field="address" label="Address" />
      <SimilarPlaces label={label} name={name} address={address} except={id} />
    </div>
  )
}
