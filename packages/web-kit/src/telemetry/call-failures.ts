import { type Endpoint, type PublishedApp } from '@offquad/contracts'
import { type ProblemError } from '../api/problem-error'
import { onProblem } from '../api/send'
import { pageData, shellOfPage } from '../page-data'
import { currentRoute } from './current-route'
import { reportRemote } from './page-reports'

type Call = Pick<Endpoint, 'method' | 'path'>

/** A service that is away fails every version alike: going back to another one would help nobody. */
const AWAY = new Set([502, 503, 504])

const failed = new Set<string>()

/**
 * Reports calls that the API cannot answer as failures of the remote that makes them: those that no service has, and those
 * that failed with a 5xx for the second time on this page. Refusals (401, 403, 404 of a thing, 409, 413, 429, ...) are part
 * of normal use.
 */
export const reportCallFailures = (): void => onProblem(reportCallFailure)

function reportCallFailure(call: Call, { status, code }: Pick<ProblemError, 'status' | 'code'>): void {
  if (code === 'unknown-path') return report(call)
  if (status < 500 || AWAY.has(status)) return
  const key = nameOf(call)
  if (failed.has(key)) report(call)
  failed.add(key)
}

function report(call: Call): void {
  const app = appCalling(call)
  if (app) reportRemote(app, 'call-failure')
}

/** Whose call it is: the page's remote makes it, or the only other one that does; in doubt it is the page's. */
function appCalling(call: Call): PublishedApp | undefined {
  const { apps } = pageData().registry
  const page = currentRoute()?.app ?? shellOfPage()
  const callers = apps.filter(({ calls }) => calls?.includes(nameOf(call)))
  const [only] = callers
  return only && callers.length === 1 ? only : page
}

const nameOf = ({ method, path }: Call): string => `${method} ${path}`

/** Gives tests a page on which no call has failed yet. */
export const forgetCallFailures = (): void => failed.clear()
