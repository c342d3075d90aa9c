import './data.css'
import { addApartment, changeApartment, type PendingBuilding } from '@offquad/contracts'
import { Choice, showToast } from '@offquad/ui'
import { api, areaName, paths, university } from '@offquad/web-kit'
import { useAddress } from '../../components/use-address'
import { useContactDecision } from '../../components/use-contact-decision'
import { type ApartmentFields, changesOf } from './apartment-fields'
import { LandlordChoice } from './landlord-choice'
import { PlaceAddress } from './place-address'
import { PlaceForm } from './place-form'
import { PlacePhotos } from './place-photos'
import { PlacePicker } from './place-picker'
import { PlaceText } from './place-text'
import { usePlaceForm } from './use-place-form'

interface ApartmentFormProps {
  /** Absent: a new one */
  id?: string
  initial: ApartmentFields
  /** What it is made from; done once it is saved. */
  submission?: PendingBuilding
}

export function ApartmentForm({ id, initial, submission }: ApartmentFormProps) {
  const { go } = useAddress()
  const decide = useContactDecision('building')
  const place = usePlaceForm({
    ...{ name: `apartment/${id ?? submission?.id ?? 'new'}`, initial },
    save: (changes) =>
      id === undefined
        ? api(addApartment, { body: { ...initial, ...changes } })
        : api(changeApartment, { params: { id }, body: changesOf(changes, initial) }),
    onSaved() {
      showToast('success', `${place.fields.name} is saved.`)
      if (submission) decide(submission.id, submission.name, 'COMPLETED')
      go({ id: undefined, from: undefined })
    },
  })
  const { fields, set, errorOf } = place
  return (
    <PlaceForm
      place={place}
      title={id === undefined ? 'Add an apartment' : `Change ${initial.name}`}
      href={id && paths.apartment(id)}
    >
      <PlaceText place={place} field="name" label="Name" isRequired />
      <PlaceAddress place={place} label="APARTMENT" id={id} />
      <LandlordChoice
        value={fields.landlordId}
        error={errorOf('landlordId')}
        onChange={(landlordId) => set('landlordId', landlordId)}
      />
      <div className="admin-amounts">
        {AMOUNTS.map(([field, label]) => (
          <PlaceText key={field} place={place} field={field} label={label} />
        ))}
      </div>
      <Choice
        label="Area"
        value={fields.area}
        options={areaOptions()}
        onChange={(area) => set('area', area)}
      />
      <PlacePicker
        typed={fields}
        error={errorOf('latitude and longitude')}
        onChange={({ latitude, longitude }) => {
          set('latitude', latitude)
          set('longitude', longitude)
        }}
      />
      <PlacePhotos place={place} />
    </PlaceForm>
  )
}

const AMOUNTS = [
  ['price', 'Rent per person, $'],
  ['numBeds', 'Bedrooms'],
  ['numBaths', 'Bathrooms'],
] as const

const areaOptions = () => [
  ...university().areas.map(({ id, name }) => ({ value: id, label: name })),
  { value: 'OTHER', label: areaName('OTHER') },
]
