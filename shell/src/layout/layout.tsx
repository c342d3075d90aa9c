import { ToastHost } from '@offquad/ui'
import { paths, useOutbox } from '@offquad/web-kit'
import { Outlet, ScrollRestoration, type ScrollRestorationProps, useLocation } from 'react-router-dom'
import { SignInHost } from '../sign-in/sign-in-host'
import { ContactHost } from './contact-host'
import { Footer } from './footer'
import { Header } from './header'
import { NavigationAnnouncer } from './navigation-announcer'
import { PreviewBanner } from './preview-banner'
import { OverrideBanner } from '../overrides/override-banner'
import { useNewVersionsOnNavigation } from './version-watch'

export const MAIN_ID = 'main'

/** The frame of every page. */
export function Layout() {
  const { pathname } = useLocation()
  useNewVersionsOnNavigation()
  useOutbox()
  return (
    <div className="shell">
      <a className="shell-skip" href={`#${MAIN_ID}`}>
        Skip to content
      </a>
      <OverrideBanner />
      <PreviewBanner />
      <Header />
      <main id={MAIN_ID} tabIndex={-1}>
        <Outlet />
      </main>
      {pathname !== paths.questions() && <Footer />}
      <NavigationAnnouncer mainId={MAIN_ID} />
      <ContactHost />
      <SignInHost />
      <ToastHost />
      <ScrollRestoration getKey={scrollKey} />
    </div>
  )
}

/** Pages that keep their scroll position are identified by path, others by their history entry. */
const scrollKey: ScrollRestorationProps['getKey'] = ({ key, pathname }, matches) =>
  matches.some(({ handle }) => (handle as { keepsScroll?: boolean } | undefined)?.keepsScroll)
    ? pathname.toLowerCase()
    : // The first entry of a tab's history always has the key 'default'.
      `${key} ${pathname}`
