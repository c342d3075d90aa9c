import { CHOSEN_PLACES_KEY, ChosenPlaces, compareTraySlot, opensAdministration } from '@offquad/contracts'
import { lazyComponent, ToastHost } from '@offquad/ui'
import { paths, Slot, storedValue, university, useIsHydrating, useOutbox, useUser } from '@offquad/web-kit'
import { useSyncExternalStore } from 'react'
import { Outlet, useLocation } from 'react-router-dom'
import { SignInHost } from '../sign-in/sign-in-host'
import { OverrideBanner } from '../overrides/override-banner'
import { ContactHost } from './contact-host'
import { Footer } from './footer'
import { Header } from './header'
import { useKeptPages } from './kept-pages'
import { NavigationAnnouncer } from './navigation-announcer'
import { OfflineBanner } from './offline-banner'
import { PreviewBanner } from './preview-banner'
import { outlines } from './outlines-shown'
import { useNewVersionsOnNavigation } from './version-watch'

export const MAIN_ID = 'main'

/** The frame of every page. */
export function Layout() {
  const { pathname } = useLocation()
  useNewVersionsOnNavigation()
  useOutbox()
  useKeptPages()
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
      <CompareTray />
      <PrintedLink />
      <NavigationAnnouncer mainId={MAIN_ID} />
      <ContactHost />
      <SignInHost /> <ToastHost />
      <OutlinesHost />
    </div>
  )
}

const chosenPlaces = storedValue(CHOSEN_PLACES_KEY, ChosenPlaces)

/** What this browser has chosen to compare; its remote is loaded once there is something. */
function CompareTray() {
  const isChosen = useSyncExternalStore(
    chosenPlaces.subscribe,
    () => chosenPlaces.get() !== undefined,
    () => false,
  )
  if (!isChosen) return null
  return (
    // Without a box, so that it stays at the bottom of the window along the whole page.
    <div className="shell-tray" style={{ display: 'contents' }}>
      <Slot contract={compareTraySlot} label="The chosen places" props={{}} isExtra />
    </div>
  )
}

const Outlines = lazyComponent(async () => (await import('./outlines')).Outlines, { label: 'The outlines' })

function OutlinesHost() {
  const areShown = useSyncExternalStore(outlines.subscribe, outlines.get, () => undefined)
  const user = useUser()
  if (!areShown || !opensAdministration(user)) return null
  return <Outlines onHide={() => outlines.set(undefined)} />
}

/** Where a printed page is from: at its end, and on paper only. */
function PrintedLink() {
  useLocation()
  const isHydrating = useIsHydrating()
  return (
    <p className="shell-printed" aria-hidden="true">
      {university().productName} · {isHydrating ? '' : location.href}
    </p>
  )
}
