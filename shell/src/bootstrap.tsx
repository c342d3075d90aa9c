import './shell.css'
import { opensAdministration } from '@offquad/contracts'
import {
  applyOverrides,
  createQueryClient,
  currentUser,
  traceCalls,
  isReporting,
  loadRemoteDefinition,
  overrideToConfirm,
  pageData,
  registerPageRemotes,
  RemoteLoadError,
  remoteOverrides,
  reportCall,
  reportCallFailures,
  reportShell,
  reportUncaughtErrors,
  resumeSession,
  watchForChanges,
  withTimeout,
} from '@offquad/web-kit'
import { startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { matchRoutes, UNSAFE_createBrowserHistory as createBrowserHistory } from 'react-router-dom'
import { IS_SHOWN } from './early/marks'
import { takeEarlyInput } from './early-input'
import { loadFontOfNextPage } from './font-of-next-page'
import { Page } from './page'
import { type PageHandle, pageRoutes } from './routes'
import { loadPagesOnIntent } from './routing/load-pages-on-intent'
import { tolerateChangedPages } from './tolerate-changed-pages'
import { whenIdle } from './when-idle'

/** Longest wait of the first render for the route's remote; after that the frame is rendered without it. */
const FIRST_RENDER_TIMEOUT_MS = 300

/** Longest wait of hydration for the remotes of the page. */
const HYDRATION_TIMEOUT_MS = 2_000

const container = document.getElementById('root')
if (!container) throw new Error('the page has no #root')
tolerateChangedPages()
/** The remotes in the HTML that the server rendered; undefined when it rendered nothing. */
const rendered = container.dataset.remotes?.split(' ')
const endWatch = rendered && watchForChanges(container)

// Running the modules above took a while: let the page handle input before continuing.
await new Promise((resolve) => setTimeout(resolve))

// A prerendered page may never be seen: until then it is not counted, and nothing on it belongs to a person.
if ('prerendering' in document && document.prerendering)
  await new Promise((resolve) => document.addEventListener('prerenderingchange', resolve, { once: true }))
reportUncaughtErrors()
reportCallFailures()
traceCalls(pageData().traceShare ?? 0, reportCall)
if (overrideToConfirm()) {
  takeEarlyInput(container)
  const root = createRoot(container)
  // For developers only.
  const { confirmOverrides } = await import('./overrides/override-consent')
  await confirmOverrides(root)
  root.unmount()
}
await applyOverrides()
registerPageRemotes()
const routes = pageRoutes()
const first: PageHandle | undefined = matchRoutes(routes, location)?.at(-1)?.route.handle
const page = () => (
  <Page history={createBrowserHistory({ v5Compat: true })} routes={routes} client={createQueryClient()} />
)

if (rendered && isOfThisUrl() && Object.keys(remoteOverrides()).length === 0) {
  // Until the remotes have loaded, the visitor reads the server's page. The parts of late remotes hydrate on their own.
  await Promise.allSettled(
    rendered.map((name) =>
      withTimeout(
        loadRemoteDefinition(name, name === first?.remote ? first.path : undefined),
        HYDRATION_TIMEOUT_MS,
      ),
    ),
  )
  const repeatEarlyInput = takeEarlyInput(container)
  endWatch?.()
  // As a transition: otherwise a single task hydrates the whole page, and a phone does not react meanwhile.
  startTransition(() => void hydrateRoot(container, page(), { onRecoverableError: reportUnlessKnown }))
  repeatEarlyInput()
  // From here on links are handled on the page and load no documents.
  document.querySelector('script[type=speculationrules]')?.remove()
} else {
  endWatch?.()
  takeEarlyInput(container)
  if (first?.remote && (!first.isForAdmins || opensAdministration(currentUser())))
    // If the remote is late or fails, the frame is rendered first, and the remote's place on the page shows its state.
    await withTimeout(loadRemoteDefinition(first.remote, first.path), FIRST_RENDER_TIMEOUT_MS).catch(
      () => undefined,
    )
  createRoot(container).render(page())
}

loadPagesOnIntent(routes)
void resumeSession()
reportShell('view')
document.documentElement.dataset[IS_SHOWN] = ''
// Browsers buffer the entries of web vitals, so they can be read after the page has loaded.
if (isReporting())
  whenIdle(() => {
    void import(/* webpackChunkName: 'web-vitals' */ './web-vitals').then(
      ({ measureWebVitals }) => measureWebVitals(),
      // Optional: nothing on the page depends on it.
      () => undefined,
    )
  })

// Optional, as above; and storage may be blocked.
whenIdle(() => void loadFontOfNextPage().catch(() => undefined))

/** Whether the HTML is still of the URL: Back before the scripts leads to another page of the same document. */
function isOfThisUrl(): boolean {
  const [navigation] = performance.getEntriesByType('navigation')
  const { pathname, search } = new URL(navigation?.name ?? location.href)
  return pathname === location.pathname && search === location.search
}

/** The server has counted its own errors, and the loader reports remotes that fail to load. */
function reportUnlessKnown(error: unknown): void {
  if (!(error instanceof Error)) return reportError(error)
  const isOfServer = 'digest' in error && error.digest !== undefined
  if (!isOfServer && !(error.cause instanceof RemoteLoadError)) reportError(error)
}
