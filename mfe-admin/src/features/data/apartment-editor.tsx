import { type Apartment, getApartments, getPendingBuildings } from '@offquad/contracts'
import { Skeleton } from '@offquad/ui'
import { LoadFailure, useApi } from '@offquad/web-kit'
import { useAddress } from '../../components/use-address'
import { ApartmentForm } from './apartment-form'
import { type ApartmentFields, NO_APARTMENT } from './apartment-fields'

/** The form of an apartment, of a new one, or of one that somebody could not find and told of. */
export function ApartmentEditor({ id }: { id: string }) {
  const { params } = useAddress()
  const from = params.get('from')
  if (id !== 'new') return <KnownApartment id={id} />
  return from ? <SubmittedApartment from={from} /> : <ApartmentForm initial={NO_APARTMENT} />
}

function KnownApartment({ id }: { id: string }) {
  const { data, error, refetch } = useApi(getApartments, { params: { ids: id }, asUser: true })
  const [apartment] = data ?? []
  if (apartment) return <ApartmentForm id={id} initial={fieldsOf(apartment)} />
  if (error) return <LoadFailure title="This apartment cannot be loaded." error={error} onRetry={refetch} />
  return <Skeleton active paragraph={{ rows: 10 }} />
}

function SubmittedApartment({ from }: { from: string }) {
  const { data, error, refetch } = useApi(getPendingBuildings, { params: { status: 'PENDING' } })
  if (error && !data)
    return <LoadFailure title="The submission cannot be loaded." error={error} onRetry={refetch} />
  if (!data) return <Skeleton active paragraph={{ rows: 10 }} />
  const submission = data.find((one) => one.id === from)
  // Somebody has decided about it already: what is typed can be saved all the same.
  if (!submission) return <ApartmentForm initial={NO_APARTMENT} />
  const { name, address, photos } = submission
  return <ApartmentForm initial={{ ...NO_APARTMENT, name, address, photos }} submission={submission} />
}

const textOf = (amount: number | null): string => (amount === null ? '' : String(amount))

function fieldsOf(apartment: Apartment): ApartmentFields {
  const { name, address, landlordId, area, photos, latitude, longitude } = apartment
  return {
    ...{ name, address, landlordId, area, photos },
    numBeds: textOf(apartment.numBeds),
    numBaths: textOf(apartment.numBaths),
    price: textOf(apartment.price),
    latitude: textOf(latitude),
    longitude: textOf(longitude),
  }
}
