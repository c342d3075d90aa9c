import { addLandlord, changeLandlord, getLandlord, isolated, type Landlord } from '@offquad/contracts'
import { showToast, TextField } from '@offquad/ui'
import { api, paths, useApi } from '@offquad/web-kit'
import { Loaded } from '../../components/loaded'
import { useUrlParams } from '../../components/use-url-params'
import { AddressField, CatalogForm, PhotosField, useCatalogForm } from './catalog-form'

const EMPTY_FIELDS = { name: '', contact: '', address: '', photos: [] as string[] }
type LandlordFields = typeof EMPTY_FIELDS

/** The form for an existing landlord, or for a new one (`id` 'new'). */
export function LandlordEditor({ id }: { id: string }) {
  return id === 'new' ? <LandlordForm initial={EMPTY_FIELDS} /> : <ExistingLandlord id={id} />
}

function ExistingLandlord({ id }: { id: string }) {
  const query = useApi(getLandlord, { params: { id }, asUser: true })
  return (
    <Loaded query={query} failure="This landlord cannot be loaded." rows={6}>
      {(landlord) => <LandlordForm id={id} initial={fieldsOf(landlord)} />}
    </Loaded>
  )
}

const fieldsOf = ({ name, contact, address, photos }: Landlord): LandlordFields => ({
  name,
  contact: contact ?? '',
  address: address ?? '',
  photos,
})

function LandlordForm({ id, initial }: { id?: string; initial: LandlordFields }) {
  const { setParams } = useUrlParams()
  const form = useCatalogForm({
    name: `landlord/${id ?? 'new'}`,
    initial,
    save: (changes, { idempotencyKey, read }) =>
      id === undefined
        ? api(addLandlord, { body: changes, idempotencyKey })
        : api(changeLandlord, { params: { id }, body: { ...changes, read } }),
    onSaved(idToStay) {
      showToast('success', `${isolated(form.fields.name)} is saved.`)
      setParams({ id: idToStay })
    },
  })
  return (
    <CatalogForm
      form={form}
      title={id === undefined ? 'Add a landlord' : `Change ${isolated(initial.name)}`}
      href={id && paths.landlord(id)}
    >
      <TextField label="Name" isRequired {...form.of('name')} />
      <TextField label="Website, e-mail address or telephone" {...form.of('contact')} />
      <AddressField label="LANDLORD" id={id} name={form.fields.name} {...form.of('address')} />
      <PhotosField name={form.fields.name} {...form.of('photos')} uploads={form.uploads} />
    </CatalogForm>
  )
}
