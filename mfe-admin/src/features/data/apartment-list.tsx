import { countListings, searchListings } from '@offquad/contracts'
import { areaName, useApi } from '@offquad/web-kit'
import { PAGE_SIZE } from '../../components/pages'
import { PlaceList, usePlaceSearch } from './place-list'

export function ApartmentList() {
  const { q, offset } = usePlaceSearch()
  const text = q ? { q } : {}
  const order = q ? {} : { sortBy: 'originalOrder' as const }
  // As a user: what was changed a moment ago must be seen, which answers for everybody may not say yet.
  const found = useApi(searchListings, {
    query: { ...text, ...order, offset, size: PAGE_SIZE },
    asUser: true,
  })
  const counted = useApi(countListings, { query: text, asUser: true })
  const { error } = found
  return (
    <PlaceList
      title="Apartments"
      addLabel="Add an apartment"
      total={counted.data?.count}
      failure={error && !found.data ? { error, onRetry: found.refetch } : undefined}
      places={found.data?.map(({ buildingData: { id, name, address, area }, company }) => ({
        ...{ id, name },
        detail: [address, areaName(area), company].filter(Boolean).join(' · '),
      }))}
    />
  )
}
