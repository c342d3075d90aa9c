import { type PageReport, type PublishedApp, reportPage } from '@offquad/contracts'
import { pageData } from '../page-data'
import { remoteOverrides } from './overrides'

/** So long reports wait for others. */
const GATHER_MS = 1_000
const MOST_AT_ONCE = 20

const said = new Set<string>()
const waiting: PageReport[] = []
let timer: ReturnType<typeof setTimeout> | undefined

/** Tells the gateway how a version does on this page; of each kind once. Nobody waits for it, and nothing depends on it. */
export function reportRemote(
  { app, version }: Pick<PublishedApp, 'app' | 'version'>,
  kind: PageReport['kind'],
): void {
  const key = `${app}@${version} ${kind}`
  // A page that is put together on somebody's machine says nothing about what is live.
  if (said.has(key) || Object.keys(remoteOverrides()).length > 0) return
  said.add(key)
  waiting.push({ app, version, kind })
  timer ??= setTimeout(send, GATHER_MS)
}

function send(): void {
  clearTimeout(timer)
  timer = undefined
  const reports = waiting.splice(0, MOST_AT_ONCE)
  if (reports.length === 0) return
  const body = new Blob([JSON.stringify({ reports })], { type: 'application/json' })
  // Where it cannot be sent it is not: a report is no reason to disturb anybody.
  if ('sendBeacon' in navigator) navigator.sendBeacon(reportPage.path, body)
}

/** Reports errors nobody catches, by the file they come from, and sends what still waits when the page is left. */
export function reportUncaughtErrors(): void {
  addEventListener('error', ({ error, filename }) => reportSource(`${filename} ${stackOf(error)}`))
  addEventListener('unhandledrejection', ({ reason }) => reportSource(stackOf(reason)))
  addEventListener('pagehide', send)
}

const stackOf = (error: unknown): string => (error instanceof Error ? (error.stack ?? '') : '')

function reportSource(source: string): void {
  const baseUrl = /\/mf\/[^/\s]+\/[^/\s]+\//.exec(source)?.[0]
  const app = pageData().registry.apps.find((one) => one.baseUrl === baseUrl)
  if (app) reportRemote(app, 'error')
}

/** The app of a remote's name. */
export const appOfRemote = (name: string): PublishedApp | undefined =>
  pageData().registry.apps.find(({ remote }) => remote?.name === name)
