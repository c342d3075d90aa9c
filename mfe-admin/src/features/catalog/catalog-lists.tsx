import '../../components/admin.css'
import './catalog.css'
import {
  countListings,
  findLandlords,
  type Landlord,
  listedRentText,
  type Listing,
  searchListings,
} from '@offquad/contracts'
import { TableHead, TextField } from '@offquad/ui'
import { areaName, type QueryFailure, queryFailure, useApi, useDebounced } from '@offquad/web-kit'
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
  const listings = useApi(searchListings, {
    query: { ...text, ...order, offset, size: PAGE_SIZE },
    asUser: true,
  })
  const counted = useApi(countListings, { query: text, asUser: true })
  return (
    <CatalogList
      kind="apartment"
      total={counted.data?.count}
      failure={queryFailure(listings)}
      entries={listings.data?.map(describeApartment)}
    />
  )
}

export function LandlordList() {
  const { q, offset } = useListParams()
  const landlords = useApi(findLandlords, { query: { ...(q && { q }), offset, size: PAGE_SIZE } })
  return (
    <CatalogList
      kind="landlord"
      total={landlords.data?.total}
      failure={queryFailure(landlords)}
      entries={landlords.data?.landlords.map(describeLandlord)}
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
  /** Texts in the order of the columns. */
  details: (string | null | undefined)[]
}

const describeApartment = (listing: Listing): CatalogEntry => {
  const { buildingData, company } = listing
  const { id, name, address, area } = buildingData
  return {
    id,
    name,
    details: [address, areaName(area), company, listedRentText(buildingData), reviewsText(listing)],
  }
}

const describeLandlord = (landlord: Landlord): CatalogEntry => ({
  id: landlord.id,
  name: landlord.name,
  details: [landlord.address, String(landlord.properties.length), reviewsText(landlord)],
})

/** '★ 4.5 (12)'. */
const reviewsText = ({ avgRating, numReviews }: { avgRating: number; numReviews: number }) =>
  numReviews > 0 ? `★ ${avgRating.toFixed(1)} (${numReviews})` : undefined

interface CatalogListProps {
  kind: 'apartment' | 'landlord'
  entries: CatalogEntry[] | undefined
  total: number | undefined
  failure: QueryFailure | undefined
}

const TEXTS = {
  apartment: {
    title: 'Apartments',
    add: 'Add an apartment',
    columns: ['Name', 'Address', 'Area', 'Landlord', 'Rent', 'Reviews'],
  },
  landlord: {
    title: 'Landlords',
    add: 'Add a landlord',
    columns: ['Name', 'Address', 'Apartments', 'Reviews'],
  },
}

function CatalogList({ kind, entries, total, failure }: CatalogListProps) {
  const { title, add, columns } = TEXTS[kind]
  const { offset } = useListParams()
  const { hrefWith, setParams } = useUrlParams()
  return (
    <Section
      title={title}
      count={total}
      failure={failure}
      empty="Nothing matches."
      controls={
        <div className="admin-actions offquad-cluster" style={{ alignItems: 'end' }}>
          <div style={{ flex: '0 1 360px' }}>
            <SearchField />
          </div>
          <Link className="offquad-outline-button" to={hrefWith({ id: 'new' })}>
            {add}
          </Link>
        </div>
      }
    >
      {entries && entries.length > 0 && (
        <div className="admin-scroll">
          <table className="offquad-table" style={{ minWidth: 160 * columns.length }}>
            <TableHead columns={columns} />
            <tbody>
              {entries.map(({ id, name, details }) => (
                <tr key={id}>
                  <th scope="row">
                    <Link to={hrefWith({ id })} dir="auto" style={{ display: 'block' }}>
                      {name}
                    </Link>
                  </th>
                  {columns.slice(1).map((column, index) => (
                    <td key={column}>{details[index] || <span className="offquad-soft">–</span>}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
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
