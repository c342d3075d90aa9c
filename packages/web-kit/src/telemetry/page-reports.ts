import {
  type PageReport,
  type PublishedApp,
  reportPage,
  type TracedCall,
  type VitalRating,
  type WebVital,
} from '@offquad/contracts'
import { pageData, shellOfPage } from '../page-data'
import { remoteOverrides } from '../remotes/overrides'
import { isPageChanged } from './changed-page'
import { currentRoute } from './current-route'

/** How long reports are collected before they are sent together. */
const BATCH_DELAY_MS = 1_000
const MAX_BATCH_SIZE = 20

type AppVersion = Pick<PublishedApp, 'app' | 'version'>

const reportedKeys = new Set<string>()
const queuedReports: PageReport[] = []
const queuedCalls: TracedCall[] = []
let timer: ReturnType<typeof setTimeout> | undefined
let isSampled: boolean | undefined

/**
 * Whether this page is sampled to report errors and web vitals. A page with a version that visitors do not see, an override
 * or a preview, never is.
 */
export function isReporting(): boolean {
  const { reportShare = 1, previews = [] } = pageData()
  isSampled ??= Math.random() < reportShare && previews.length + Object.keys(remoteOverrides()).length === 0
  return isSampled
}

/**
 * Reports an event of a version on the current route, each kind once per route. Fire and forget. Errors on a page that others have
 * changed say nothing about a version.
 */
export function reportRemote(
  { app, version }: AppVersion,
  kind: 'view' | 'error' | 'load-failure' | 'call-failure',
): void {
  if (kind === 'error' && isPageChanged()) return
  report({ app, version, kind })
}

/** Reports an event of the shell. */
export function reportShell(kind: 'view' | 'error'): void {
  const shell = shellOfPage()
  if (shell) reportRemote(shell, kind)
}

/** Reports a web vital of this page, each once. */
export function reportVital({ app, version }: AppVersion, name: WebVital, rating: VitalRating): void {
  report({ app, version, kind: 'vital', name, rating })
}

/** Reports a traced API call. */
export function reportCall(call: TracedCall): void {
  queuedCalls.push(call)
  sendSoon()
}

function report(what: PageReport): void {
  if (!isReporting()) return
  const route = currentRoute()?.template ?? 'none'
  const key = [what.app, what.version, what.kind, what.kind === 'vital' ? what.name : route].join(' ')
  if (reportedKeys.has(key)) return
  reportedKeys.add(key)
  queuedReports.push({ ...what, route })
  sendSoon()
}

function sendSoon(): void {
  // No timer fires after the page is hidden.
  if (document.visibilityState === 'hidden') send()
  else timer ??= setTimeout(send, BATCH_DELAY_MS)
}

function send(): void {
  clearTimeout(timer)
  timer = undefined
  const page = pageToken()
  while (queuedReports.length + queuedCalls.length > 0) {
    const reports = queuedReports.splice(0, MAX_BATCH_SIZE)
    const calls = queuedCalls.splice(0, MAX_BATCH_SIZE)
    const payload = { ...(page && { page }), reports, ...(calls.length > 0 && { calls }) }
    const body = new Blob([JSON.stringify(payload)], { type: 'application/json' })
    // A report that cannot be sent is dropped.
    if ('sendBeacon' in navigator) navigator.sendBeacon(reportPage.path, body)
  }
}

/** Reports uncaught errors by the app whose file threw them, and flushes the queue when the page is hidden. */
export function reportUncaughtErrors(): void {
  addEventListener('error', ({ error, filename }) => reportSource(`${filename} ${stackOf(error)}`))
  addEventListener('unhandledrejection', ({ reason }) => reportSource(stackOf(reason)))
  addEventListener('pagehide', send)
  addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && send())
}

const stackOf = (error: unknown): string => (error instanceof Error ? (error.stack ?? '') : '')

function reportSource(source: string): void {
  const baseUrl = /\/mf\/[^/\s]+\/[^/\s]+\//.exec(source)?.[0]
  const app = pageData().registry.apps.find((one) => one.baseUrl === baseUrl)
  if (app) reportRemote(app, 'error')
}

/** For tests: discards everything that was reported or queued. */
export function resetReports(): void {
  reportedKeys.clear()
  queuedReports.length = 0
  queuedCalls.length = 0
  clearTimeout(timer)
  timer = undefined
  isSampled = undefined
}

/** The metric of the page's Server-Timing header that holds the token. */
const PAGE_TOKEN_METRIC = 'page'

/**
 * The token that the gateway served this page with; undefined without one, and where the browser hides it: on origins other
 * than HTTPS and localhost.
 */
function pageToken(): string | undefined {
  if (!('getEntriesByType' in performance)) return undefined
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return navigation?.serverTiming?.find(({ name }) => name === PAGE_TOKEN_METRIC)?.description
}
