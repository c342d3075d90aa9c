import './shell.css'
import { OffquadTheme } from '@offquad/ui'
import {
  applyOverrides,
  appOfRemote,
  createQueryClient,
  currentUser,
  traceCalls,
  isReporting,
  loadRemoteDefinition,
  pageData,
  registerPageRemotes,
  reportCall,
  reportCallFailures,
  reportShell,
  reportUncaughtErrors,
  resumeSession,
  shellOfPage,
  university,
  withTimeout,
} from '@offquad/web-kit'
import { QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter, matchRoutes, RouterProvider } from 'react-router-dom'
import { confirmOverrides } from './overrides/override-consent'
import { type PageHandle, pageRoutes } from './routes'

/** How long the first render waits for the route's remote; after that the frame is rendered without it. */
const FIRST_RENDER_TIMEOUT_MS = 300

/** Upper bound for the wait until the browser is idle. */
const IDLE_TIMEOUT_MS = 3_000

const container = document.getElementById('root')
if (!container) throw new Error('the page has no #root')
const root = createRoot(container)

reportUncaughtErrors()
reportCallFailures()
traceCalls(pageData().traceShare ?? 0, reportCall)
await confirmOverrides(root)
await applyOverrides()
registerPageRemotes()
const routes = pageRoutes()
const first: PageHandle | undefined = matchRoutes(routes, location)?.at(-1)?.route.handle
if (first?.remote && (!first.isForAdmins || currentUser()?.role === 'admin'))
  // Late or failed: the frame is rendered without it, and its place on the page shows which.
  await withTimeout(loadRemoteDefinition(first.remote), FIRST_RENDER_TIMEOUT_MS).catch(() => undefined)

root.render(
  <OffquadTheme brandColor={university().brandColor}>
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={createBrowserRouter(routes)} />
    </QueryClientProvider>
  </OffquadTheme>,
)

void resumeSession()
reportShell('view')
const shown = (first?.remote && appOfRemote(first.remote)) || shellOfPage()
if (shown && isReporting())
  whenIdle(() => {
    void import(/* webpackChunkName: 'web-vitals' */ './web-vitals').then(
      ({ reportWebVitals }) => reportWebVitals(shown),
      // Optional: nothing on the page depends on it.
      () => undefined,
    )
  })

// Browsers buffer the entries of web vitals, so they can be read after the page has loaded.
function whenIdle(work: () => void): void {
  // Safari has no requestIdleCallback.
  if ('requestIdleCallback' in window) requestIdleCallback(work, { timeout: IDLE_TIMEOUT_MS })
  else setTimeout(work, IDLE_TIMEOUT_MS)
}
