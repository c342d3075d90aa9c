import './apartment.css'
import { BUS_TIMES_NOTE } from '@offquad/contracts'
import { commuteTimeText, paths, searchablePlaces, useCommutes, useMyPlaces } from '@offquad/web-kit'
import { Link } from 'react-router-dom'

/** The commutes from an apartment to the reader's places; on the server, and without places, a link to add some. */
export function OwnWays({ apartmentId }: { apartmentId: string }) {
  const { places } = useMyPlaces()
  const commutes = useCommutes(apartmentId, places)
  if (places.length === 0)
    return (
      <p className="browse-travel-note offquad-note">
        <Link to={paths.places()}>Name the places you go to</Link> to see how far they are.
      </p>
    )
  const named = searchablePlaces()
  const hasEstimate = commutes.some(({ isEstimate }) => isEstimate)
  return (
    <div className="browse-own-ways">
      <h3>To my places</h3>
      <ul className="offquad-facts">
        {commutes.map((commute) => (
          <li key={`${commute.placeId} ${commute.mode}`}>
            <span>{named.find(({ id }) => id === commute.placeId)?.name}</span>
            <strong>{commuteTimeText(commute)}</strong>
          </li>
        ))}
      </ul>
      {hasEstimate && (
        <p className="browse-travel-note offquad-note">
          “About”: estimated from the distance, without hills.
        </p>
      )}
      {commutes.some(({ mode }) => mode === 'bus') && (
        <p className="browse-travel-note offquad-note">{BUS_TIMES_NOTE}</p>
      )}
      <p className="browse-travel-note offquad-note">
        <Link to={paths.places()}>Edit my places</Link>
      </p>
    </div>
  )
}
