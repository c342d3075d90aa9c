import { type Endpoint, type PublishedApp } from '@offquad/contracts'
import { type ProblemError } from '../api/problem-error'
import { onProblem } from '../api/send'
import { pageData, shellOfPage } from '../page-data'
import { currentRoute } from './current-route'
import { noteOutage } from './noise'
import { reportRemote } from './page-reports'

type Call = Pick<Endpoint, 'method' | 'path'>

/** An unavailable service fails every version alike, so neither these statuses nor their consequences may cause a rollback. */
const UNAVAILABLE = new Set([0, 502, 503, 504])

const failed = new Set<string>()

/**
 * Reports failed API calls as failures of the remote that made them: calls that no service has, and calls that failed with
 * a 5xx for the second time on this page. Client errors (401, 403, 404, 409, 413, 429 ...) are part of normal use.
 */
export const reportCallFailures = (): void => onProblem(reportCallFailure)

function reportCallFailure(call: Call, { status, code }: Pick<ProblemError, 'status' | 'code'>): void {
  const cause = `${nameOf(call)} failed with ${status}`
  if (code === 'unknown-path') return report(call, cause)
  if (UNAVAILABLE.has(status)) noteOutage()
  if (status < 500) return
  // Reported without counting.
  if (UNAVAILABLE.has(status)) return report(call, cause)
  const key = nameOf(call)
  if (failed.has(key)) report(call, cause)
  failed.add(key)
}

function report(call: Call, cause: string): void {
  const app = appCalling(call)
  if (app) reportRemote(app, 'call-failure', cause)
}

/** The app that made a call: the only app that declares it, otherwise the page's remote. */
function appCalling(call: Call): PublishedApp | undefined {
  const { apps } = pageData().registry
  const page = currentRoute()?.app ?? shellOfPage()
  const callers = apps.filter(({ calls }) => calls?.includes(nameOf(call)))
  const [only] = callers
  return only && callers.length === 1 ? only : page
}

const nameOf = ({ method, path }: Call): string => `${method} ${path}`

/** For tests: discards the failures so far. */
export const resetCallFailures = (): void => failed.clear()
