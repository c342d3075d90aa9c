import { Drawer } from '@offquad/ui'
import { paths, university, useUser } from '@offquad/web-kit'
import { useState } from 'react'
import { Link, NavLink } from 'react-router-dom'
import { AccountMenu, SignInButton, SignOutButton } from './account-menu'

export function Header() {
  const user = useUser()
  return (
    <header className="shell-header">
      <div className="shell-header-inner">
        <Brand />
        <nav aria-label="Main" className="shell-nav">
          <MainLinks />
          {user ? <AccountMenu user={user} /> : <SignInButton />}
        </nav>
        <MobileMenu />
      </div>
    </header>
  )
}

function Brand() {
  const { productName } = university()
  return (
    <Link to={paths.home()} className="shell-brand" aria-label={`${productName}, home`}>
      <svg viewBox="0 0 32 32" aria-hidden="true">
        <rect width="32" height="32" rx="7" className="shell-brand-tile" />
        <path d="M6 16 16 7l10 9v10h-7v-7h-6v7H6z" fill="#fff" />
      </svg>
      <span>{productName}</span>
    </Link>
  )
}

const LINKS = [
  { to: paths.home(), label: 'Home' },
  { to: paths.reviews(), label: 'Reviews' },
  { to: paths.questions(), label: 'FAQ' },
]
const ADMIN_LINK = { to: paths.admin(), label: 'Admin' }

function MainLinks() {
  const isAdmin = useUser()?.role === 'admin'
  return [...LINKS, ...(isAdmin ? [ADMIN_LINK] : [])].map(({ to, label }) => (
    <NavLink key={to} to={to} end={to === paths.home()} className="shell-link">
      {label}
    </NavLink>
  ))
}

/** The same links behind one button on a phone. */
function MobileMenu() {
  const user = useUser()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <div className="shell-mobile">
      {!user && <SignInButton />}
      <button
        type="button"
        className="shell-menu-button"
        aria-label="Menu"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(true)}
      >
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d="M4 7h16M4 12h16M4 17h16" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
        </svg>
      </button>
      <Drawer title="Menu" open={isOpen} onClose={() => setIsOpen(false)} size={300}>
        {/* Whatever is chosen in it leads elsewhere. */}
        <nav aria-label="Main" className="shell-drawer" onClick={() => setIsOpen(false)}>
          <MainLinks />
          {user && (
            <>
              <NavLink to={paths.profile()} className="shell-link">
                Profile
              </NavLink>
              <NavLink to={paths.bookmarks()} className="shell-link">
                Bookmarks
              </NavLink>
              <SignOutButton />
            </>
          )}
        </nav>
      </Drawer>
    </div>
  )
}
