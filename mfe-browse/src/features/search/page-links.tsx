import './search.css'
import { paths } from '@offquad/web-kit'
import { Link } from 'react-router-dom'
import { PAGE_SIZE, type Search } from './search'

interface PageLinksProps {
  search: Search
  page: number
  /** Of all results; undefined while it is not known. */
  count: number | undefined
}

/** The way to the other pages of the results; each has an address of its own. */
export function PageLinks({ search, page, count }: PageLinksProps) {
  const last = count === undefined ? page : Math.max(1, Math.ceil(count / PAGE_SIZE))
  if (last === 1 && page === 1) return null
  return (
    <nav className="browse-pages" aria-label="Pages of results">
      <PageLink label="Previous" search={search} page={page - 1} isThere={page > 1} rel="prev" />
      <span aria-current="page">
        Page {page} of {last}
      </span>
      <PageLink label="Next" search={search} page={page + 1} isThere={page < last} rel="next" />
    </nav>
  )
}

interface PageLinkProps {
  label: string
  search: Search
  page: number
  isThere: boolean
  rel: 'prev' | 'next'
}

function PageLink({ label, search, page, isThere, rel }: PageLinkProps) {
  if (!isThere) return <span className="browse-page-link browse-page-none">{label}</span>
  return (
    <Link to={paths.search({ ...search, page })} rel={rel} className="browse-page-link">
      {label}
    </Link>
  )
}
