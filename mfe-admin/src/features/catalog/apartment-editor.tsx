import './catalog.css'
import {
  addApartment,
  AMENITIES,
  AMENITY_IDS,
  type Apartment,
  changeApartment,
  findLandlords,
  getApartments,
  getLandlords,
  getPendingBuildings,
  isolated,
} from '@offquad/contracts'
import { Choice, SearchChoice, showToast, TextField } from '@offquad/ui'
import { api, apiQuery, areaName, paths, university, useApi, useDebounced } from '@offquad/web-kit'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { CheckboxGroup } from '../../components/checkbox-group'
import { Loaded } from '../../components/loaded'
import { useContactDecision } from '../../components/use-contact-decision'
import { useUrlParams } from '../../components/use-url-params'
import { AddressField, CatalogForm, type FieldProps, PhotosField, useCatalogForm } from './catalog-form'
import { CoordinatesField } from './coordinates-field'
import { RoomTypesField, typedRoomType, type TypedRoomType } from './room-types-field'

/** Numbers and coordinates as typed, '' if unknown; the service parses them. */
const EMPTY_FIELDS = {
  name: '',
  address: '',
  landlordId: null as string | null,
  area: 'OTHER',
  numBeds: '',
  numBaths: '',
  price: '',
  roomTypes: [] as TypedRoomType[],
  amenities: [] as string[],
  photos: [] as string[],
  latitude: '',
  longitude: '',
}
type ApartmentFields = typeof EMPTY_FIELDS

/** The form for an existing apartment, a new one (`id` 'new'), or one that a student reported missing. */
export function ApartmentEditor({ id }: { id: string }) {
  const { params } = useUrlParams()
  const submissionId = params.get('from')
  if (id !== 'new') return <ExistingApartment id={id} />
  return submissionId ? (
    <SubmittedApartment submissionId={submissionId} />
  ) : (
    <ApartmentForm initial={EMPTY_FIELDS} />
  )
}

function ExistingApartment({ id }: { id: string }) {
  const query = useApi(getApartments, { params: { ids: id }, asUser: true })
  return (
    <Loaded query={query} failure="This apartment cannot be loaded." rows={10}>
      {([apartment]) => apartment && <ApartmentForm id={id} initial={fieldsOf(apartment)} />}
    </Loaded>
  )
}

function SubmittedApartment({ submissionId }: { submissionId: string }) {
  const query = useApi(getPendingBuildings, { params: { status: 'PENDING' } })
  return (
    <Loaded query={query} failure="The submission cannot be loaded." rows={10}>
      {(submissions) => {
        // If another administrator has decided on it, the draft can be saved unless they added the apartment.
        const submission = submissions.find(({ id }) => id === submissionId)
        const { name, address, photos } = submission ?? EMPTY_FIELDS
        return (
          <ApartmentForm initial={{ ...EMPTY_FIELDS, name, address, photos }} submissionId={submissionId} />
        )
      }}
    </Loaded>
  )
}

const fieldsOf = (apartment: Apartment): ApartmentFields => ({
  name: apartment.name,
  address: apartment.address,
  landlordId: apartment.landlordId,
  area: apartment.area,
  numBeds: String(apartment.numBeds ?? ''),
  numBaths: String(apartment.numBaths ?? ''),
  price: String(apartment.price ?? ''),
  roomTypes: (apartment.roomTypes ?? []).map(typedRoomType),
  amenities: apartment.amenities ?? [],
  photos: apartment.photos,
  latitude: String(apartment.latitude ?? ''),
  longitude: String(apartment.longitude ?? ''),
})

interface ApartmentFormProps {
  /** Absent for a new apartment. */
  id?: string
  initial: ApartmentFields
  /** Id of the submission from which the apartment is created. */
  submissionId?: string
}

function ApartmentForm({ id, initial, submissionId }: ApartmentFormProps) {
  const { setParams } = useUrlParams()
  const decide = useContactDecision('building')
  const form = useCatalogForm({
    name: `apartment/${id ?? submissionId ?? 'new'}`,
    initial,
    async save(changes, { idempotencyKey, read }) {
      if (id === undefined) {
        const added = await api(addApartment, {
          body: withRooms({ ...initial, ...changes }, initial),
          query: { submission: submissionId },
          idempotencyKey,
        })
        complete(added)
        return added
      }
      return api(changeApartment, {
        params: { id },
        body: {
          ...withRooms(withBothCoordinates(changes, initial), initial),
          read: withRooms(withBothCoordinates(read, initial), initial),
        },
      })
    },
    onSaved(idToStay) {
      showToast('success', `${isolated(form.fields.name)} is saved.`)
      setParams({ id: idToStay, from: undefined })
    },
  })
  /** Completes the submission; reviews that wait for it move to this apartment. */
  function complete({ id: aptId, name }: { id: string; name: string }): void {
    if (submissionId) decide(submissionId, name, 'COMPLETED', aptId)
  }
  const { fields, set, of, errorOf } = form
  return (
    <CatalogForm
      form={form}
      title={id === undefined ? 'Add an apartment' : `Change ${isolated(initial.name)}`}
      href={id && paths.apartment(id)}
    >
      <TextField label="Name" isRequired {...of('name')} />
      <AddressField
        label="APARTMENT"
        id={id}
        name={fields.name}
        {...of('address')}
        onSame={
          submissionId
            ? (entry) => {
                complete(entry)
                form.reset()
                setParams({ id: undefined, from: undefined })
              }
            : undefined
        }
      />
      <LandlordField {...of('landlordId')} />
      {fields.roomTypes.length === 0 && (
        <div className="admin-amounts">
          {NUMBER_FIELDS.map(([field, label]) => (
            <TextField key={field} label={label} {...of(field)} />
          ))}
        </div>
      )}
      <RoomTypesField {...of('roomTypes')} errorOf={errorOf} />
      <CheckboxGroup
        legend="Amenities"
        options={AMENITY_IDS.map((value) => ({ value, label: AMENITIES[value] }))}
        {...of('amenities')}
      />
      <Choice label="Area" options={areaOptions()} {...of('area')} />
      <CoordinatesField
        value={fields}
        error={errorOf('latitude and longitude')}
        onChange={({ latitude, longitude }) => {
          set('latitude', latitude)
          set('longitude', longitude)
        }}
      />
      <PhotosField name={fields.name} {...of('photos')} uploads={form.uploads} />
    </CatalogForm>
  )
}

const NUMBER_FIELDS = [
  ['price', 'Rent per person, $'],
  ['numBeds', 'Bedrooms'],
  ['numBaths', 'Bathrooms'],
] as const

const areaOptions = () => [
  ...university().areas.map(({ id, name }) => ({ value: id, label: name })),
  { value: 'OTHER', label: areaName('OTHER') },
]

/** Removes the values of fields that room types replace. */
function withRooms(changes: Partial<ApartmentFields>, initial: ApartmentFields): Partial<ApartmentFields> {
  const { roomTypes = initial.roomTypes } = changes
  if (roomTypes.length === 0) return changes
  const replaced: readonly string[] = NUMBER_FIELDS.map(([field]) => field)
  return Object.fromEntries(Object.entries(changes).filter(([field]) => !replaced.includes(field)))
}

/** The service validates coordinates together: if either changed, both are sent. */
function withBothCoordinates(
  changes: Partial<ApartmentFields>,
  { latitude, longitude }: ApartmentFields,
): Partial<ApartmentFields> {
  const isMoved = 'latitude' in changes || 'longitude' in changes
  return isMoved ? { latitude, longitude, ...changes } : changes
}

const TYPING_PAUSE_MS = 200
const MAX_LANDLORD_OPTIONS = 20

/** Selects a landlord, searched by name; null if unknown. */
function LandlordField({ value, error, onChange }: FieldProps<string | null>) {
  const [typed, setTyped] = useState('')
  const q = useDebounced(typed.trim(), TYPING_PAUSE_MS)
  const matches =
    useApi(findLandlords, { query: { ...(q && { q }), size: MAX_LANDLORD_OPTIONS } }).data?.landlords ?? []
  const selected = useQuery({
    ...apiQuery(getLandlords, { params: { ids: value ?? '-' } }),
    enabled: value !== null,
  }).data
  const options = [...(value === null ? [] : (selected ?? [{ id: value, name: value }])), ...matches]
  return (
    <SearchChoice
      label="Landlord"
      placeholder="Unknown: type to find one"
      value={value ?? undefined}
      error={error}
      options={[...new Map(options.map(({ id, name }) => [id, { value: id, label: name }])).values()]}
      onSearch={setTyped}
      onChange={(id) => onChange(id ?? null)}
    />
  )
}
