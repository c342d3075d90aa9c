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
import { currentRoute } from './current-route'
import { pageToken } from './page-token'

/** So long reports wait for others. */
const GATHER_MS = 1_000
const MOST_AT_ONCE = 20

type AppVersion = Pick<PublishedApp, 'app' | 'version'>

const said = new Set<string>()
const waiting: PageReport[] = []
const waitingCalls: TracedCall[] = []
let timer: ReturnType<typeof setTimeout> | undefined
let isAsked: boolean | undefined

/**
 * Whether this page is among those that report how their versions do. A page with a version that others do not see, from a
 * developer's machine or a preview, is not.
 */
export function isReporting(): boolean {
  const { reportShare = 1, previews = [] } = pageData()
  isAsked ??= Math.random() < reportShare && previews.length + Object.keys(remoteOverrides()).length === 0
  return isAsked
}

/**
 * Reports how a version does on the route that is shown; of each kind once a route. Nothing waits for it, and nothing
 * depends on it.
 */
export function reportRemote(
  { app, version }: AppVersion,
  kind: 'view' | 'error' | 'load-failure' | 'call-failure',
): void {
  report({ app, version, kind })
}

/** The same of the shell that frames the page. */
export function reportShell(kind: 'view' | 'error'): void {
  const shell = shellOfPage()
  if (shell) reportRemote(shell, kind)
}

/** Reports how fast and steady this page is, which shows a version; each web vital once. */
export function reportVital({ app, version }: AppVersion, name: WebVital, rating: VitalRating): void {
  report({ app, version, kind: 'vital', name, rating })
}

/** Tells the gateway how a call went that is followed. */
export function reportCall(call: TracedCall): void {
  waitingCalls.push(call)
  sendSoon()
}

function report(what: PageReport): void {
  if (!isReporting()) return
  const route = currentRoute()?.template ?? 'none'
  const key = [what.app, what.version, what.kind, what.kind === 'vital' ? what.name : route].join(' ')
  if (said.has(key)) return
  said.add(key)
  waiting.push({ ...what, route })
  sendSoon()
}

function sendSoon(): void {
  // Of a page that is left nothing runs later.
  if (document.visibilityState === 'hidden') send()
  else timer ??= setTimeout(send, GATHER_MS)
}

function send(): void {
  clearTimeout(timer)
  timer = undefined
  const page = pageToken()
  while (waiting.length + waitingCalls.length > 0) {
    const reports = waiting.splice(0, MOST_AT_ONCE)
    const calls = waitingCalls.splice(0, MOST_AT_ONCE)
    const said = { ...(page && { page }), reports, ...(calls.length > 0 && { calls }) }
    const body = new Blob([JSON.stringify(said)], { type: 'application/json' })
    // A report that cannot be sent is dropped: it is no reason to disturb anyone.
    if ('sendBeacon' in navigator) navigator.sendBeacon(reportPage.path, body)
  }
}

/** Reports errors nobody catches, by the file they come from, and sends what still waits when the page is left. */
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

/** Gives tests a page that has said nothing yet. */
export function forgetReports(): void {
  said.clear()
  waiting.length = 0
  waitingCalls.length = 0
  clearTimeout(timer)
  timer = undefined
  isAsked = undefined
}
