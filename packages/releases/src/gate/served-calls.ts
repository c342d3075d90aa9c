import { type PublishedApp } from '@offquad/contracts'

/** The API calls that are currently served. */
export interface CallDirectory {
  /**
   * Every call that is served, the gateway's own included: `GET /api/apts/:ids`.
   * @returns undefined until every service has published its calls
   */
  servedCalls(): ReadonlySet<string> | undefined
  /** The service most likely to own a call: the one with the longest common path prefix. */
  likelyServiceOf(call: string): string | undefined
}

/** The calls of a version that no service serves, in sentences; none until the served calls are known. */
export function findUnservedCalls(app: PublishedApp, directory: CallDirectory): string[] {
  const served = directory.servedCalls()
  if (!served) return []
  return callsMissingFrom(served, app).map((call) => describeUnserved(call, directory.likelyServiceOf(call)))
}

/** The calls of a version's code and pages that are not among those that are served. */
export function callsMissingFrom(served: ReadonlySet<string>, app: PublishedApp): string[] {
  const servedCalls = [...served]
  return callsOf(app).filter((call) => !servedCalls.some((servedCall) => covers(servedCall, call)))
}

/** The calls of a version's code and pages. */
export function callsOf({ calls = [], remote }: PublishedApp): string[] {
  const pages = (remote?.routes ?? []).flatMap(({ preview }) => preview?.answer ?? [])
  return [...new Set([...calls, ...pages.map((path) => `GET ${path}`)])]
}

const describeUnserved = (call: string, service: string | undefined): string =>
  service
    ? `it calls ${call}, which no instance of ${service} serves yet: deploy ${service} first`
    : `it calls ${call}, which no service serves yet: deploy the service first`

/** Whether a path matches every URL of another: /api/apts/:ids covers /api/apts/:aptId and /api/apts/a1, /api/docs/* everything below it. */
export function covers(wide: string, narrow: string): boolean {
  const [pattern, segments] = [segmentsOf(wide), segmentsOf(narrow)]
  const isSubtree = pattern.at(-1) === '*' && segments.length >= pattern.length
  return (
    (isSubtree || pattern.length === segments.length) &&
    pattern.every((part, index) => {
      const segment = segments[index]
      return part === segment || part === '*' || (part.startsWith(':') && segment !== '*')
    })
  )
}

const segmentsOf = (call: string): string[] => (call.split('?')[0] ?? '').replace(/\/$/, '').split('/')
