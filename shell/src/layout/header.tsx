import { alertBellSlot, type NavigationEntry, searchFieldSlot } from '@offquad/contracts'
import { Icon, SidePanel, useMediaQuery } from '@offquad/ui'
import { paths, Slot, university, useUser } from '@offquad/web-kit'
import { useEffect, useState } from 'react'
import { Link, NavLink, useLocation } from 'react-router-dom'
import { whenIdle } from '../when-idle'
import { AccountMenu, SignInButton, SignOutButton } from './account-menu'
import { useNavigation } from './navigation'

export function Header() {
  const user = useUser()
  return (
    <header className="shell-header">
      <div className="shell-header-inner">
        <Brand />
        <HeaderSearch />
        <nav aria-label="Main" className="shell-nav">
          <MenuLinks menu="main" />
          {user && <AlertBell />}
          {user ? <AccountMenu user={user} /> : <SignInButton />}
        </nav>
        <MobileMenu />
      </div>
    </header>
  )
}

/**
 * On all pages except the administration and pages with their own search: a field where there is room, on a phone a link to
 * the page that has one.
 */
function HeaderSearch() {
  const { pathname } = useLocation()
  const isWide = useMediaQuery('(min-width: 961px)')
  const isWithout = [paths.search({}), paths.admin()].some((page) => pathname.startsWith(page))
  if (pathname === paths.home() || isWithout) return null
  return (
    <>
      <div className="shell-search">
        {isWide && <Slot key={pathname} contract={searchFieldSlot} label="Search" props={{}} isExtra />}
      </div>
      <Link
        to={paths.search({})}
        state={{ isTyped: true }}
        className="shell-menu-button shell-search-link offquad-icon-button"
        aria-label="Search"
      >
        <Icon path="M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM15.5 15.5l5 5" />
      </Link>
    </>
  )
}

/** A plain link until the page is idle: the number of new alerts is not urgent. Hidden in the administration, like the search. */
function AlertBell() {
  const { pathname } = useLocation()
  const [isIdle, setIsIdle] = useState(false)
  useEffect(() => whenIdle(() => setIsIdle(true)), [])
  const alerts = useNavigation('account').find(({ path }) => path === paths.alerts())
  if (!alerts || pathname.startsWith(paths.admin())) return null
  const link = (
    <Link to={alerts.path} className="offquad-icon-button" aria-label={alerts.label}>
      <Icon path="M6 10a6 6 0 0 1 12 0c0 5 2 6 2 7H4c0-1 2-2 2-7M10 20.5h4" />
    </Link>
  )
  return isIdle ? <Slot contract={alertBellSlot} label="Alerts" props={{}} fallback={link} isExtra /> : link
}

function Brand() {
  const { productName } = university()
  return (
    <Link to={paths.home()} className="shell-brand offquad-plain-link" aria-label={`${productName}, home`}>
      <svg viewBox="0 0 32 32" width="32" height="32" aria-hidden="true">
        <rect width="32" height="32" rx="7" fill="var(--offquad-brand)" />
        <path d="M6 16 16 7l10 9v10h-7v-7h-6v7H6z" fill="#fff" />
      </svg>
      <span>{productName}</span>
    </Link>
  )
}

/** The links of a menu; Home is current only at its exact URL. */
function MenuLinks({ menu }: { menu: NavigationEntry['menu'] }) {
  return useNavigation(menu).map(({ path, label }) => (
    <NavLink key={path} to={path} end={path === paths.home()} className="shell-link">
      {label}
    </NavLink>
  ))
}

/** The same links behind a single button, on a phone. */
function MobileMenu() {
  const user = useUser()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <div className="shell-mobile offquad-on-phones">
      {user ? <AlertBell /> : <SignInButton />}
      <button
        type="button"
        className="shell-menu-button offquad-icon-button"
        aria-label="Menu"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(true)}
      >
        <Icon path="M4 7h16M4 12h16M4 17h16" />
      </button>
      <SidePanel title="Menu" isOpen={isOpen} onClose={() => setIsOpen(false)}>
        {/* Every link navigates, so any click closes the panel. */}
        <nav aria-label="Main" className="shell-drawer offquad-stack" onClick={() => setIsOpen(false)}>
          <MenuLinks menu="main" />
          {user && (
            <>
              <MenuLinks menu="account" />
              <SignOutButton />
            </>
          )}
        </nav>
      </SidePanel>
    </div>
  )
}
