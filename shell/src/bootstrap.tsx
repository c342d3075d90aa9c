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

/** How long the first render waits for the route's remote; after that the frame is rendered without it. */
const FIRST_RENDER_TIMEOUT_MS = 300

/** How long hydration waits for the remotes of the page. */
const HYDRATION_TIMEOUT_MS = 2_000

const container = document.getElementById('root')
if (!container) throw new Error('the page has no #root')
tolerateChangedPages()
/** The remotes in the HTML that the server rendered; undefined when it rendered nothing. */
const rendered = container.dataset.remotes?.split(' ')
const endWatch = rendered && watchForChanges(container)

// Running the modules above took a while: the page may react before it goes on.
await new Promise((resolve) => setTimeout(resolve))

// A page that is loaded ahead may never be seen: until then it is not counted, and nothing on it belongs to a person.
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

if (rendered && Object.keys(remoteOverrides()).length === 0) {
  // Until they are here, the visitor reads what the server rendered. The parts of those that are late follow by themselves.
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
  // As a transition: otherwise one task hydrates the whole page, in which a phone reacts to nothing.
  startTransition(() => void hydrateRoot(container, page(), { onRecoverableError: reportUnlessKnown }))
  repeatEarlyInput()
  // From here on links load no documents.
  document.querySelector('script[type=speculationrules]')?.remove()
} else {
  endWatch?.()
  takeEarlyInput(container)
  if (first?.remote && (!first.isForAdmins || opensAdministration(currentUser())))
    // Late or failed: the frame is rendered without it, and its place on the page shows which.
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

/** What failed on the server was counted there; a remote that cannot be loaded is reported as such. */
function reportUnlessKnown(error: unknown): void {
  if (!(error instanceof Error)) return reportError(error)
  const isOfServer = 'digest' in error && error.digest !== undefined
  if (!isOfServer && !(error.cause instanceof RemoteLoadError)) reportError(error)
}
