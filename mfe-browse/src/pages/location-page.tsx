import { getLocation, type University } from '@offquad/contracts'
import { Button, PageContainer, StateMessage } from '@offquad/ui'
import { LoadFailure, NotFoundPage, university, useApi, usePageTitle } from '@offquad/web-kit'
import { useState } from 'react'
import { useParams } from 'react-router-dom'
import { ListingGrid } from '../features/listings/listing-grid'

const SHOWN_AT_FIRST = 5
const SHOWN_MORE = 8

export function LocationPage() {
  const { area = '' } = useParams()
  const known = university().areas.find(({ id }) => id === area.toUpperCase())
  return known ? <AreaContent area={known} pathArea={area} /> : <NotFoundPage />
}

interface AreaContentProps {
  area: University['areas'][number]
  /** As the address spells it: the gateway's answer came under this name. */
  pathArea: string
}

function AreaContent({ area, pathArea }: AreaContentProps) {
  usePageTitle(area.name)
  const [shown, setShown] = useState(SHOWN_AT_FIRST)
  const { data, error, refetch } = useApi(getLocation, { params: { area: pathArea } })
  return (
    <PageContainer>
      <h1>{area.name}</h1>
      <p style={{ maxWidth: '68ch', marginBottom: 32 }}>{area.description}</p>
      {error && !data ? (
        <LoadFailure title="These listings cannot be loaded right now." error={error} onRetry={refetch} />
      ) : (
        <ListingGrid listings={data?.slice(0, shown)} />
      )}
      {data?.length === 0 && <StateMessage title={`No apartments in ${area.name} have been added yet.`} />}
      {data && data.length > shown && (
        <p style={{ marginTop: 32, textAlign: 'center' }}>
          <Button onClick={() => setShown((count) => count + SHOWN_MORE)}>Show more</Button>
        </p>
      )}
    </PageContainer>
  )
}
