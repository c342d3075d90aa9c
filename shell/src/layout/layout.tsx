import { paths } from '@offquad/web-kit'
import { Outlet, ScrollRestoration, useLocation } from 'react-router-dom'
import { Footer } from './footer'
import { Header } from './header'
import { NavigationAnnouncer } from './navigation-announcer'

export const MAIN_ID = 'main'

/** The frame of every page. */
export function Layout() {
  const { pathname } = useLocation()
  return (
    <div className="shell">
      <a className="shell-skip" href={`#${MAIN_ID}`}>
        Skip to content
      </a>
      <Header />
      <main id={MAIN_ID} tabIndex={-1}>
        <Outlet />
      </main>
      {pathname !== paths.questions() && <Footer />}
      <NavigationAnnouncer mainId={MAIN_ID} />
      <ScrollRestoration />
    </div>
  )
}
