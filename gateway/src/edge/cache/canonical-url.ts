import { type ApiRoute } from '../services/route-table'

const NEEDS_NO_ESCAPE = /^[\w./~-]*$/

/**
 * Maps all URLs of the same read to one cache key: unknown parameters are dropped, the others sorted by name, and everything is
 * escaped uniformly. Otherwise anyone could fill the cache with copies of one response.
 */
export function canonicalUrl(url: string, { query }: Pick<ApiRoute, 'query'>): string {
  const { path, parameters } = split(url)
  const trimmed = path.replace(/(?<=.)\/+$/, '')
  const canonicalPath = NEEDS_NO_ESCAPE.test(trimmed) ? trimmed : trimmed.replace(/[^/]+/g, escapedOnce)
  // A document need not list them: a parameter may be a reference.
  if (!query || !parameters) return canonicalPath + (parameters && `?${parameters}`)
  const supported = [...new URLSearchParams(parameters)].filter(([name]) => query.includes(name))
  // Sorting is stable: repeated parameters retain their order.
  const sorted = new URLSearchParams(supported.toSorted(([a], [b]) => (a < b ? -1 : Number(a > b))))
  return sorted.size > 0 ? `${canonicalPath}?${sorted}` : canonicalPath
}

/** Whether a URL has a parameter that the call does not have; false while the call's parameters are unknown. */
export function hasUnknownParameters(url: string, { query }: Pick<ApiRoute, 'query'>): boolean {
  const { parameters } = split(url)
  if (!query || !parameters) return false
  return [...new URLSearchParams(parameters).keys()].some((name) => !query.includes(name))
}

function split(url: string): { path: string; parameters: string } {
  const start = url.indexOf('?')
  if (start < 0) return { path: url, parameters: '' }
  return { path: url.slice(0, start), parameters: url.slice(start + 1) }
}

function escapedOnce(segment: string): string {
  try {
    return encodeURIComponent(decodeURIComponent(segment))
  } catch {
    return segment
  }
}
