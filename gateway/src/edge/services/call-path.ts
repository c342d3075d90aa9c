/**
 * Paths of calls, as find-my-way has them: `/api/apts/:ids`. Segments are `:name`, words, or, last and in the gateway's own
 * paths only, `*`.
 */
const CALL_PATH = /^\/api(\/(:\w{1,64}|[A-Za-z0-9._~-]{1,128})){1,16}$/
const isDotSegment = (segment: string) => segment === '.' || segment === '..'

/** Whether a service may have calls under this path at all. */
export const isCallPath = (path: string): boolean =>
  CALL_PATH.test(path) && !path.split('/').some(isDotSegment)

/** The path in OpenAPI's notation as find-my-way's: `/api/apts/{ids}` is `/api/apts/:ids`. */
export const fromOpenApi = (path: string): string => path.replace(/\{(\w+)\}/g, ':$1')

/** What is the same for paths that differ in the names of their parameters only. */
export const shapeOf = (path: string): string => path.replace(/:\w+/g, ':')

/** Whether every URL path that `narrow` matches is matched by `wide`, too. */
export function covers(wide: string, narrow: string): boolean {
  const [ofWide, ofNarrow] = [wide, narrow].map((path) => path.replace(/\/$/, '').split('/')) as [
    string[],
    string[],
  ]
  for (const [index, segment] of ofWide.entries()) {
    const other = ofNarrow[index]
    if (segment === '*') return other !== undefined
    if (other === undefined || other === '*') return false
    if (!segment.startsWith(':') && segment !== other) return false
  }
  return ofWide.length === ofNarrow.length
}
