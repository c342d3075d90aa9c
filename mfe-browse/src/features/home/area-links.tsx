import './home.css'
import { paths, university } from '@offquad/web-kit'
import { Link } from 'react-router-dom'

export function AreaLinks() {
  return (
    <nav className="browse-areas" aria-label="Areas">
      {university().areas.map(({ id, name, shortDescription }) => (
        <Link key={id} to={paths.location(id)} className="browse-area">
          <strong>{name}</strong>
          <span>{shortDescription}</span>
        </Link>
      ))}
    </nav>
  )
}
