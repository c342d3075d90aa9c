import './areas.css'
import { getAreaReviewCount } from '@offquad/contracts'
import { countText, paths, university, useApi } from '@offquad/web-kit'
import { Link } from 'react-router-dom'
import { AREA_SCENES, Scene } from '../../components/scenes'

interface AreaLinksProps {
  /** Says how many reviews each has. */
  hasCounts?: boolean
}

/** The university's areas, each a picture that links to its page. */
export function AreaLinks({ hasCounts = false }: AreaLinksProps) {
  return (
    <nav className="browse-areas" aria-label="Areas">
      {university().areas.map(({ id, name, shortDescription, cover }) => (
        <Link key={id} to={paths.location(id)} className="browse-area">
          <span className="browse-area-cover">
            <AreaCover cover={cover} />
          </span>
          <span>
            <strong>{name}</strong> {hasCounts && <ReviewCount area={id} />}
          </span>
          <span className="browse-area-text">{shortDescription}</span>
        </Link>
      ))}
    </nav>
  )
}

function ReviewCount({ area }: { area: string }) {
  const { data } = useApi(getAreaReviewCount, { params: { area } })
  return data ? <small>{countText(data.count, 'review') ?? 'No reviews yet'}</small> : null
}

/** The cover picture of an area: a drawn scene by its name, or an image by its URL. Decorative: the name is beside it. */
export function AreaCover({ cover }: { cover: string }) {
  const scene = AREA_SCENES[cover]
  return scene === undefined ? <img className="browse-cover" src={cover} alt="" /> : <Scene drawing={scene} />
}
