import {
  CHOSEN_PLACES_KEY,
  ChosenPlaces,
  compareTraySlot,
  contactSlot,
  opensAdministration,
} from '@offquad/contracts'
import { lazyComponent, ToastHost } from '@offquad/ui'
import {
  paths,
  Slot,
  storedValue,
  university,
  useContactRequest,
  useIsHydrating,
  useOutbox,
  useStoredValue,
  useUser,
} from '@offquad/web-kit'
import { Outlet, useLocation } from 'react-router-dom'
import { SignInHost } from '../sign-in/sign-in-host'
import { OfflineBanner, OverrideBanner, PreviewBanner } from './banners'
import { Footer } from './footer'
import { Header } from './header'
import { useKeptPages } from './kept-pages'
import { NavigationAnnouncer } from './navigation-announcer'
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

/** The contact form over the page when one is requested. */
function ContactHost() {
  const { request, close } = useContactRequest()
  if (!request) return null
  return <Slot contract={contactSlot} label="The contact form" props={request} onClose={close} />
}

const chosenPlaces = storedValue(CHOSEN_PLACES_KEY, ChosenPlaces)

/** Places that this browser has chosen to compare; the remote is loaded once there is one. */
function CompareTray() {
  if (useStoredValue(chosenPlaces) === undefined) return null
  return (
    // Without a box, so that the tray sticks to the bottom of the window along the whole page.
    <div className="shell-tray" style={{ display: 'contents' }}>
      <Slot contract={compareTraySlot} label="The chosen places" props={{}} isExtra />
    </div>
  )
}

const Outlines = lazyComponent(async () => (await import('./outlines')).Outlines, { label: 'The outlines' })

function OutlinesHost() {
  const areShown = useStoredValue(outlines)
  const user = useUser()
  if (!areShown || !opensAdministration(user)) return null
  return <Outlines onHide={() => outlines.set(undefined)} />
}

/** The URL of a printed page, at its end and on paper only. */
function PrintedLink() {
  useLocation()
  const isHydrating = useIsHydrating()
  return (
    <p className="shell-printed" aria-hidden="true">
      {university().productName} · {isHydrating ? '' : location.href}
    </p>
  )
}
