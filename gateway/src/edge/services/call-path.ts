/**
 * Paths of calls in find-my-way's notation: `/api/apts/:ids`. Segments are words, `:name` or, as the last segment of the
 * gateway's own paths only, `*`.
 */
const CALL_PATH = /^\/api(\/(:\w{1,64}|[A-Za-z0-9._~-]{1,128})){1,16}$/
const isDotSegment = (segment: string) => segment === '.' || segment === '..'

/** Whether a service may have calls with this path. */
export const isCallPath = (path: string): boolean =>
  CALL_PATH.test(path) && !path.split('/').some(isDotSegment)

/** Converts a path from OpenAPI's notation: `/api/apts/{ids}` becomes `/api/apts/:ids`. */
export const fromOpenApi = (path: string): string => path.replace(/\{(\w+)\}/g, ':$1')

/** The path without its parameter names: equal for paths that differ only in those. */
export const shapeOf = (path: string): string => path.replace(/:\w+/g, ':')

/** Whether `wide` matches every URL path that `narrow` matches. */
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
