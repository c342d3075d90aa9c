import '../../components/admin.css'
import './data.css'
import { findSimilarPlaces, type SearchResult } from '@offquad/contracts'
import { apiQuery, useDebounced } from '@offquad/web-kit'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { useAddress } from '../../components/use-address'

const TYPING_MS = 300

interface SimilarPlacesProps {
  label: SearchResult['label']
  name: string
  address: string
  /** Of what is being changed. */
  except?: string
}

/** Warns of what is there already under the same name or address. */
export function SimilarPlaces({ label, name, address, except }: SimilarPlacesProps) {
  const { hrefWith } = useAddress()
  const query = {
    label,
    ...(name.trim() && { name: name.trim() }),
    ...(address.trim() && { address: address.trim() }),
    ...(except && { except }),
  }
  const settled = useDebounced(JSON.stringify(query), TYPING_MS)
  const { data = [] } = useQuery({
    // What was written two lines above.
    ...apiQuery(findSimilarPlaces, { query: JSON.parse(settled) as typeof query }),
    enabled: Boolean(query.name ?? query.address),
  })
  return (
    <div role="status" className={data.length > 0 ? 'admin-warning' : undefined}>
      {data.length > 0 && (
        <>
          <strong>Perhaps it is there already:</strong>
          <ul className="admin-plain">
            {data.map((place) => (
              <li key={place.id}>
                <Link to={hrefWith({ id: place.id, from: undefined })}>{place.name}</Link> {place.address}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}
