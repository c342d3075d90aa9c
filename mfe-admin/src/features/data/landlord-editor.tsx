import { addLandlord, changeLandlord, getLandlord, type Landlord } from '@offquad/contracts'
import { showToast, Skeleton, TextField } from '@offquad/ui'
import { api, LoadFailure, paths, useApi } from '@offquad/web-kit'
import { useAddress } from '../../components/use-address'
import { PlaceForm } from './place-form'
import { PlacePhotos } from './place-photos'
import { SimilarPlaces } from './similar-places'
import { usePlaceForm } from './use-place-form'

interface LandlordFields {
  name: string
  contact: string
  address: string
  photos: string[]
}

const NOTHING: LandlordFields = { name: '', contact: '', address: '', photos: [] }

/** The form of a landlord, or of a new one. */
export function LandlordEditor({ id }: { id: string }) {
  return id === 'new' ? <LandlordForm initial={NOTHING} /> : <KnownLandlord id={id} />
}

function KnownLandlord({ id }: { id: string }) {
  const { data, error, refetch } = useApi(getLandlord, { params: { id }, asUser: true })
  if (data) return <LandlordForm id={id} initial={fieldsOf(data)} />
  if (error) return <LoadFailure title="This landlord cannot be loaded." error={error} onRetry={refetch} />
  return <Skeleton active paragraph={{ rows: 6 }} />
}

const fieldsOf = ({ name, contact, address, photos }: Landlord): LandlordFields => ({
  ...{ name, photos, contact: contact ?? '', address: address ?? '' },
})

function LandlordForm({ id, initial }: { id?: string; initial: LandlordFields }) {
  const { go } = useAddress()
  const { fields, set, errorOf, files, setFiles, submit, reset, ...frame } = usePlaceForm({
    ...{ name: `landlord/${id ?? 'new'}`, initial },
    save: (changes) =>
      id === undefined
        ? api(addLandlord, { body: changes })
        : api(changeLandlord, { params: { id }, body: changes }),
    onSaved() {
      showToast('success', `${fields.name} is saved.`)
      go({ id: undefined })
    },
  })
  return (
    <PlaceForm
      {...frame}
      title={id === undefined ? 'Add a landlord' : `Change ${initial.name}`}
      href={id && paths.landlord(id)}
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
      <TextField
        label="Website, e-mail address or telephone"
        value={fields.contact}
        error={errorOf('contact')}
        onChange={(contact) => set('contact', contact)}
      />
      <div>
        <TextField
          label="Address"
          value={fields.address}
          error={errorOf('address')}
          onChange={(address) => set('address', address)}
        />
        <SimilarPlaces label="LANDLORD" name={fields.name} address={fields.address} except={id} />
      </div>
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
