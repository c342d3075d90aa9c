import { ToastHost } from '@offquad/ui'
import { paths, useOutbox } from '@offquad/web-kit'
import { Outlet, useLocation } from 'react-router-dom'
import { SignInHost } from '../sign-in/sign-in-host'
import { OverrideBanner } from '../overrides/override-banner'
import { ContactHost } from './contact-host'
import { Footer } from './footer'
import { Header } from './header'
import { NavigationAnnouncer } from './navigation-announcer'
import { OfflineBanner } from './offline-banner'
import { PreviewBanner } from './preview-banner'
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
      <OfflineBanner />
      <Header />
      <main id={MAIN_ID} tabIndex={-1}>
        <Outlet />
      </main>
      {pathname !== paths.questions() && <Footer />}
      <NavigationAnnouncer mainId={MAIN_ID} />
      <ContactHost />
      <SignInHost />
      <ToastHost />
    </div>
  )
}
