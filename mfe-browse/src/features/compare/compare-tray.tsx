import './compare-tray.css'
import { isolated, photoUrl } from '@offquad/contracts'
import { OutlineButton, Photo, TextButton, useMediaQuery } from '@offquad/ui'
import { paths, useFocusSuccessor } from '@offquad/web-kit'
import { Link, useLocation } from 'react-router-dom'
import {
  choosePlaces,
  chosenPlaces,
  comparePath,
  togglePlace,
  useChosenPlaces,
} from '../../components/chosen-places'
import { useStoredListings } from '../../components/stored-listings'

const forget = (deleted: readonly string[]): void =>
  choosePlaces(chosenPlaces().filter((id) => !deleted.includes(id)))

/** Places chosen for a comparison, at the bottom of every page except the comparison, and apartments whose bar leads to it. */
export function CompareTray() {
  const ids = useChosenPlaces()
  const { pathname } = useLocation()
  const { successor, onFocus } = useFocusSuccessor()
  const hasBar = useMediaQuery('(max-width: 960px)') && pathname.startsWith(paths.apartment(''))
  const isShown = ids.length > 0 && pathname !== comparePath([]) && !hasBar
  const { data } = useStoredListings(ids, isShown, forget)
  if (!isShown) return null
  return (
    // A nav, because navigation is not printed.
    <nav
      ref={successor}
      tabIndex={-1}
      className="browse-tray offquad-float offquad-cluster offquad-tight"
      aria-label="Places to compare"
      onFocus={onFocus}
    >
      {ids.map((id) => {
        const { name = 'this place', photos = [] } =
          data?.find(({ buildingData }) => buildingData.id === id)?.buildingData ?? {}
        return (
          <OutlineButton
            key={id}
            aria-label={`Remove ${isolated(name)}`}
            title={name}
            onClick={() => togglePlace(id)}
          >
            <span className="offquad-frame" aria-hidden="true">
              <Photo src={photos[0] && photoUrl(photos[0], 'card')} alt={name} seed={id} isEager />
              <span className="offquad-fill">✕</span>
            </span>
            <span className="offquad-cut">{name}</span>
          </OutlineButton>
        )
      })}
      {ids.length > 1 ? (
        <Link
          className="offquad-button offquad-button-primary"
          style={{ textDecoration: 'none' }}
          to={comparePath(ids)}
        >
          <span>
            {`Compare ${ids.length}`}
            <span className="offquad-cut"> places</span>
          </span>
        </Link>
      ) : (
        <span className="offquad-note">Choose one more</span>
      )}
      <TextButton onClick={() => choosePlaces([])}>Clear</TextButton>
    </nav>
  )
}
