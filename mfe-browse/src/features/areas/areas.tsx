import './areas.css'
import { paths, university } from '@offquad/web-kit'
import { Link } from 'react-router-dom'
import { AREA_SCENES } from '../../components/scenes'

/** The university's areas, each a picture that links to its page. */
export function AreaLinks() {
  return (
    <nav className="browse-areas" aria-label="Areas">
      {university().areas.map(({ id, name, shortDescription, cover }) => (
        <Link key={id} to={paths.location(id)} className="browse-area">
          <span className="browse-area-cover">
            <AreaCover cover={cover} />
          </span>
          <strong>{name}</strong>
          <span className="browse-area-text">{shortDescription}</span>
        </Link>
      ))}
    </nav>
  )
}

/** The cover picture of an area: a drawn scene by its name, or an image by its URL. Decorative: the name is beside it. */
export function AreaCover({ cover }: { cover: string }) {
  const Scene = AREA_SCENES[cover]
  if (!Scene) return <img className="browse-cover" src={cover} alt="" />
  return (
    <svg
      className="browse-cover"
      viewBox="0 0 1200 400"
      preserveAspectRatio="xMidYMax slice"
      aria-hidden="true"
    >
      <rect width="1200" height="400" className="browse-ink-sky" />
      <Scene />
    </svg>
  )
}
