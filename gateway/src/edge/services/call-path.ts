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
