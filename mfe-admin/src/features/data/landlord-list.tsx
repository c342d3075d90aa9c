import { findLandlords } from '@offquad/contracts'
import { countText, useApi } from '@offquad/web-kit'
import { PAGE_SIZE } from '../../components/pages'
import { PlaceList, usePlaceSearch } from './place-list'

export function LandlordList() {
  const { q, offset } = usePlaceSearch()
  const { data, error, refetch } = useApi(findLandlords, {
    query: { ...(q && { q }), offset, size: PAGE_SIZE },
  })
  return (
    <PlaceList
      title="Landlords"
      addLabel="Add a landlord"
      total={data?.total}
      failure={error && !data ? { error, onRetry: refetch } : undefined}
      places={data?.landlords.map(({ id, name, address, properties }) => ({
        ...{ id, name },
        detail: [address, countText(properties.length, 'apartment')].filter(Boolean).join(' · '),
      }))}
    />
  )
}
