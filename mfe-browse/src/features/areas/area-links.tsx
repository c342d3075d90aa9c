import './areas.css'
import { paths, university } from '@offquad/web-kit'
import { Link } from 'react-router-dom'
import { AreaCover } from './area-cover'

/** The areas of the university, each a picture that leads to its page. */
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
