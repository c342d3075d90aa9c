import {
  type IgnoredFailure,
  PAGE_TOKEN_METRIC,
  type PageReport,
  type PublishedApp,
  reportPage,
  type TracedCall,
  type VitalRating,
  type WebVital,
} from '@offquad/contracts'
import { pageData, shellOfPage } from '../page-data'
import { remoteOverrides } from '../remotes/overrides'
import { blameOf } from './blame'
import { currentRoute } from './current-route'
import { noiseNow, watchConnection } from './noise'

/** The time for which reports are collected before they are sent together. */
const BATCH_DELAY_MS = 1_000
const MAX_BATCH_SIZE = 20

type AppVersion = Pick<PublishedApp, 'app' | 'version'>

const reportedKeys = new Set<string>()
const queuedReports: PageReport[] = []
const queuedFailures: IgnoredFailure[] = []
const queuedCalls: TracedCall[] = []
let timer: ReturnType<typeof setTimeout> | undefined
let isSampled: boolean | undefined

/**
 * Whether this page is sampled to report errors and web vitals. Pages with versions that visitors do not see, overrides or
 * previews, never are.
 */
export function isReporting(): boolean {
  const { reportShare = 1, previews = [] } = pageData()
  isSampled ??= Math.random() < reportShare && previews.length + Object.keys(remoteOverrides()).length === 0
  return isSampled
}

/**
 * Reports an event of a version on the current route, each kind once per route. Fire and forget. A failure caused by noise does
 * not count.
 * @param cause of a failure
 */
export function reportRemote(
  { app, version }: AppVersion,
  kind: 'view' | 'error' | 'load-failure' | 'call-failure',
  cause?: unknown,
): void {
  if (kind === 'view') return report({ app, version, kind })
  const noise = noiseNow(cause)
  if (noise) ignore({ app, version, kind, noise })
  else report({ app, version, kind, ...(cause !== undefined && { error: blameOf(cause).error }) })
}

/**
 * Reports an error for the remote whose file is on top of its stack.
 * @param catcher the version whose content failed; it is blamed if only the shell's files are on the stack
 */
export function reportThrown(error: unknown, catcher?: AppVersion): void {
  const { app } = blameOf(error)
  const culprit = app?.remote ? app : (catcher ?? app)
  if (culprit) reportRemote(culprit, 'error', error)
}

/** Reports an event of the shell, or an error that reached it. */
export function reportShell(kind: 'view' | 'error', error?: unknown): void {
  const shell = shellOfPage()
  if (kind === 'error' && error !== undefined) reportThrown(error, shell)
  else if (shell) reportRemote(shell, kind)
}

/** Reports a web vital of a version on a route; the last value counts. Ratings without a value are ignored. */
export function reportVital(
  { app, version }: AppVersion,
  name: WebVital,
  value: number | VitalRating,
  route = 'none',
): void {
  if (typeof value === 'string' || !isReporting()) return
  queuedReports.push({ app, version, kind: 'vital', name, value, route })
  sendSoon()
}

/** Reports a traced API call. */
export function reportCall(call: TracedCall): void {
  queuedCalls.push(call)
  sendSoon()
}

function report(what: PageReport): void {
  if (!isReporting()) return
  const route = currentRoute()?.template ?? 'none'
  if (!isFirst(what.app, what.version, what.kind, route)) return
  queuedReports.push({ ...what, route })
  sendSoon()
}

function ignore(what: IgnoredFailure): void {
  if (!isReporting() || !isFirst(what.app, what.version, what.kind, what.noise)) return
  queuedFailures.push(what)
  sendSoon()
}

function isFirst(...parts: string[]): boolean {
  const key = parts.join(' ')
  if (reportedKeys.has(key)) return false
  reportedKeys.add(key)
  return true
}

function sendSoon(): void {
  // No timer fires after the page is hidden; simultaneous reports are sent together.
  if (document.visibilityState === 'hidden') queueMicrotask(send)
  else timer ??= setTimeout(send, BATCH_DELAY_MS)
}

function send(): void {
  clearTimeout(timer)
  timer = undefined
  const page = pageToken()
  while (queuedReports.length + queuedFailures.length + queuedCalls.length > 0) {
    const reports = queuedReports.splice(0, MAX_BATCH_SIZE)
    const ignored = queuedFailures.splice(0, MAX_BATCH_SIZE)
    const calls = queuedCalls.splice(0, MAX_BATCH_SIZE)
    const payload = {
      ...(page && { page }),
      reports,
      ...(ignored.length > 0 && { ignored }),
      ...(calls.length > 0 && { calls }),
    }
    const body = new Blob([JSON.stringify(payload)], { type: 'application/json' })
    // A report that cannot be sent is dropped.
    if ('sendBeacon' in navigator) navigator.sendBeacon(reportPage.path, body)
  }
}

/** Reports uncaught errors by the app whose file threw them, and flushes the queue when the page is hidden. */
export function reportUncaughtErrors(): void {
  addEventListener('error', (event) => reportThrown(thrownIn(event)))
  addEventListener('unhandledrejection', ({ reason }) => reportThrown(reason))
  addEventListener('pagehide', send)
  addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && send())
  watchConnection()
}

/** A script that cannot be parsed has its file in the event only. */
function thrownIn({ error, message, filename, lineno, colno }: ErrorEvent): Error {
  const thrown = error instanceof Error ? error : new Error(message)
  const { name, stack = '' } = thrown
  const frames = thrown === error ? stack : ''
  return Object.assign(new Error(thrown.message), {
    name,
    stack: `${frames}\n${filename}:${lineno}:${colno}`,
  })
}

/** For tests: discards everything that was reported or queued. */
export function resetReports(): void {
  reportedKeys.clear()
  queuedReports.length = 0
  queuedFailures.length = 0
  queuedCalls.length = 0
  clearTimeout(timer)
  timer = undefined
  isSampled = undefined
}

/**
 * The gateway's token for this page; undefined without one, and if the browser hides it: on origins other than HTTPS and
 * localhost.
 */
function pageToken(): string | undefined {
  if (!('getEntriesByType' in performance)) return undefined
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return navigation?.serverTiming?.find(({ name }) => name === PAGE_TOKEN_METRIC)?.description
}
