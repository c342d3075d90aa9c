import '../../components/admin.css'
import './catalog.css'
import { countListings, findLandlords, type Landlord, type Listing, searchListings } from '@offquad/contracts'
import { TextField } from '@offquad/ui'
import { areaName, countText, type QueryFailure, queryFailure, useApi, useDebounced } from '@offquad/web-kit'
import { useEffect, useState } from 'react'
import { Link } from 'react-router-dom'
import { PAGE_SIZE, Pagination } from '../../components/pagination'
import { Section } from '../../components/section'
import { useUrlParams } from '../../components/use-url-params'

export function ApartmentList() {
  const { q, offset } = useListParams()
  const text = q ? { q } : {}
  const order = q ? {} : { sortBy: 'originalOrder' as const }
  // As a user, which bypasses the response cache: a change made a moment ago must be visible.
  const found = useApi(searchListings, {
    query: { ...text, ...order, offset, size: PAGE_SIZE },
    asUser: true,
  })
  const counted = useApi(countListings, { query: text, asUser: true })
  return (
    <CatalogList
      kind="apartment"
      total={counted.data?.count}
      failure={queryFailure(found)}
      entries={found.data?.map(describeApartment)}
    />
  )
}

export function LandlordList() {
  const { q, offset } = useListParams()
  const found = useApi(findLandlords, { query: { ...(q && { q }), offset, size: PAGE_SIZE } })
  return (
    <CatalogList
      kind="landlord"
      total={found.data?.total}
      failure={queryFailure(found)}
      entries={found.data?.landlords.map(describeLandlord)}
    />
  )
}

/** The search text and the offset in the URL. */
function useListParams() {
  const { params } = useUrlParams()
  return { q: params.get('q') ?? '', offset: Number(params.get('offset') ?? 0) }
}

interface CatalogEntry {
  id: string
  name: string
  /** Distinguishes it from others of the same name. */
  details: (string | null | undefined)[]
}

const describeApartment = ({ buildingData, company }: Listing): CatalogEntry => {
  const { id, name, address, area } = buildingData
  return { id, name, details: [address, areaName(area), company] }
}

const describeLandlord = ({ id, name, address, properties }: Landlord): CatalogEntry => ({
  id,
  name,
  details: [address, countText(properties.length, 'apartment')],
})

interface CatalogListProps {
  kind: 'apartment' | 'landlord'
  entries: CatalogEntry[] | undefined
  total: number | undefined
  failure: QueryFailure | undefined
}

const TEXTS = {
  apartment: { title: 'Apartments', add: 'Add an apartment' },
  landlord: { title: 'Landlords', add: 'Add a landlord' },
}

function CatalogList({ kind, entries, total, failure }: CatalogListProps) {
  const { title, add } = TEXTS[kind]
  const { offset } = useListParams()
  const { hrefWith, setParams } = useUrlParams()
  return (
    <Section
      title={title}
      count={total}
      failure={failure}
      empty="Nothing matches."
      controls={
        <>
          <p className="admin-actions offquad-cluster">
            <Link className="offquad-outline-button" to={hrefWith({ id: 'new' })}>
              {add}
            </Link>
          </p>
          <SearchField />
        </>
      }
    >
      <ul className="admin-entries">
        {entries?.map(({ id, name, details }) => (
          <li key={id}>
            <Link to={hrefWith({ id })} dir="auto">
              {name}
            </Link>
            <span className="offquad-soft">{details.filter(Boolean).join(' · ')}</span>
          </li>
        ))}
      </ul>
      <Pagination
        label={`Pages of ${kind}s`}
        offset={offset}
        total={total ?? 0}
        buttons={{ previous: 'Back', next: 'Next' }}
        onChange={(next) => setParams({ offset: next > 0 ? String(next) : undefined })}
      />
    </Section>
  )
}

const TYPING_PAUSE_MS = 250

function SearchField() {
  const { q } = useListParams()
  const { setParams } = useUrlParams()
  const [typed, setTyped] = useState(q)
  const debounced = useDebounced(typed, TYPING_PAUSE_MS)
  useEffect(() => {
    if (debounced !== q) setParams({ q: debounced, offset: undefined }, { replace: true })
    // The text drives the URL, not the reverse.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [debounced])
  return <TextField label="Find by name or address" value={typed} onChange={setTyped} />
}
