import { paths, university } from '@offquad/web-kit'
import { Link, NavLink } from 'react-router-dom'

const LINKS = [
  { to: paths.home(), label: 'Home' },
  { to: paths.reviews(), label: 'Reviews' },
  { to: paths.questions(), label: 'FAQ' },
]

export function Header() {
  return (
    <header className="shell-header">
      <div className="shell-header-inner">
        <Link to={paths.home()} className="shell-brand" aria-label={`${university().productName}, home`}>
          <svg viewBox="0 0 32 32" aria-hidden="true">
            <rect width="32" height="32" rx="7" className="shell-brand-tile" />
            <path d="M6 16 16 7l10 9v10h-7v-7h-6v7H6z" fill="#fff" />
          </svg>
          <span>{university().productName}</span>
        </Link>
        <nav aria-label="Main">
          {LINKS.map(({ to, label }) => (
            <NavLink key={to} to={to} end={to === paths.home()} className="shell-link">
              {label}
            </NavLink>
          ))}
        </nav>
      </div>
    </header>
  )
}
