import './areas.css'
import { paths, university } from '@offquad/web-kit'
import { Link } from 'react-router-dom'
import { AREA_SCENES, Scene } from '../../components/scenes'

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
  const scene = AREA_SCENES[cover]
  return scene === undefined ? <img className="browse-cover" src={cover} alt="" /> : <Scene drawing={scene} />
}
