import '../../components/admin.css'
import { addApartment, changeApartment, type PendingBuilding } from '@offquad/contracts'
import { Choice, showToast, TextField } from '@offquad/ui'
import { api, areaName, paths, university } from '@offquad/web-kit'
import { useAddress } from '../../components/use-address'
import { useContactDecision } from '../../components/use-contact-decision'
import { type ApartmentFields, changesOf } from './apartment-fields'
import { LandlordChoice } from './landlord-choice'
import { PlaceForm } from './place-form'
import { PlacePhotos } from './place-photos'
import { PlacePicker } from './place-picker'
import { SimilarPlaces } from './similar-places'
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
  const { fields, set, errorOf, files, setFiles, submit, reset, ...frame } = usePlaceForm({
    ...{ name: `apartment/${id ?? submission?.id ?? 'new'}`, initial },
    save: (changes) =>
      id === undefined
        ? api(addApartment, { body: changesOf({ ...initial, ...changes }) })
        : api(changeApartment, { params: { id }, body: changesOf(changes) }),
    onSaved() {
      showToast('success', `${fields.name} is saved.`)
      if (submission) decide(submission.id, submission.name, 'COMPLETED')
      go({ id: undefined, from: undefined })
    },
  })
  return (
    <PlaceForm
      {...frame}
      title={id === undefined ? 'Add an apartment' : `Change ${initial.name}`}
      href={id && paths.apartment(id)}
      onSubmit={submit}
      onReset={reset}
    >
      <TextField
        label="Name"
        value={fields.name}
        isRequired
        error={errorOf('name')}
        onChange={(name) => set('name', name)}
      />
      <div>
        <TextField
          label="Address"
          value={fields.address}
          error={errorOf('address')}
          onChange={(address) => set('address', address)}
        />
        <SimilarPlaces label="APARTMENT" name={fields.name} address={fields.address} except={id} />
      </div>
      <LandlordChoice
        value={fields.landlordId}
        error={errorOf('landlordId')}
        onChange={(landlordId) => set('landlordId', landlordId)}
      />
      <Amounts fields={fields} errorOf={errorOf} onChange={set} />
      <Choice
        label="Area"
        value={fields.area}
        options={areaOptions()}
        onChange={(area) => set('area', area)}
      />
      <PlacePicker
        name={fields.name}
        place={fields.place}
        error={errorOf('latitude and longitude')}
        onChange={(place) => set('place', place)}
      />
      <PlacePhotos
        name={fields.name}
        photos={fields.photos}
        files={files}
        error={errorOf('photos')}
        onChange={(photos) => set('photos', photos)}
        onFiles={setFiles}
      />
    </PlaceForm>
  )
}

const AMOUNTS = [
  ['price', 'Rent per person, $'],
  ['numBeds', 'Bedrooms'],
  ['numBaths', 'Bathrooms'],
] as const

interface AmountsProps {
  fields: ApartmentFields
  errorOf: (field: string) => string | undefined
  onChange: (field: (typeof AMOUNTS)[number][0], typed: string) => void
}

function Amounts({ fields, errorOf, onChange }: AmountsProps) {
  return (
    <div className="admin-amounts">
      {AMOUNTS.map(([field, label]) => (
        <TextField
          key={field}
          label={label}
          value={fields[field]}
          error={errorOf(field)}
          onChange={(typed) => onChange(field, typed)}
        />
      ))}
    </div>
  )
}

const areaOptions = () => [
  ...university().areas.map(({ id, name }) => ({ value: id, label: name })),
  { value: 'OTHER', label: areaName('OTHER') },
]
