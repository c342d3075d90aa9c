import { addLandlord, changeLandlord, getLandlord, type Landlord } from '@offquad/contracts'
import { showToast, Skeleton } from '@offquad/ui'
import { api, LoadFailure, paths, useApi } from '@offquad/web-kit'
import { useAddress } from '../../components/use-address'
import { PlaceAddress } from './place-address'
import { PlaceForm } from './place-form'
import { PlacePhotos } from './place-photos'
import { PlaceText } from './place-text'
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
  const place = usePlaceForm({
    ...{ name: `landlord/${id ?? 'new'}`, initial },
    save: (changes) =>
      id === undefined
        ? api(addLandlord, { body: changes })
        : api(changeLandlord, { params: { id }, body: changes }),
    onSaved() {
      showToast('success', `${place.fields.name} is saved.`)
      go({ id: undefined })
    },
  })
  return (
    <PlaceForm
      place={place}
      title={id === undefined ? 'Add a landlord' : `Change ${initial.name}`}
      href={id && paths.landlord(id)}
    >
      <PlaceText place={place} field="name" label="Name" isRequired />
      <PlaceText place={place} field="contact" label="Website, e-mail address or telephone" />
      <PlaceAddress place={place} label="LANDLORD" id={id} />
      <PlacePhotos place={place} />
    </PlaceForm>
  )
}
