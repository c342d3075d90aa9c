import { type ApiRoute } from '../services/route-table'

/**
 * The one URL that all URLs of the same read have in common: its response is cached under it. Parameters that the call does
 * not have are left out, the others sorted by name, and everything is escaped in one way. Otherwise anyone could fill
 * the cache with copies of one response.
 */
export function canonicalUrl(url: string, { query }: Pick<ApiRoute, 'query'>): string {
  const { path, parameters } = split(url)
  const canonicalPath = path.replace(/(?<=.)\/+$/, '').replace(/[^/]+/g, escapedOnce)
  // A document of an older service, or one stored by an older gateway, does not list the parameters.
  if (!query) return canonicalPath + (parameters && `?${parameters}`)
  const known = [...new URLSearchParams(parameters)].filter(([name]) => query.includes(name))
  // Sorting is stable: of a repeated parameter the order stays.
  const sorted = new URLSearchParams(
    known.toSorted(([one], [other]) => (one < other ? -1 : Number(one > other))),
  )
  return sorted.size > 0 ? `${canonicalPath}?${sorted}` : canonicalPath
}

/** Whether a URL has a parameter that the call does not have, where the call says which ones it has. */
export function hasUnknownParameters(url: string, { query }: Pick<ApiRoute, 'query'>): boolean {
  const { parameters } = split(url)
  return (
    query !== undefined && [...new URLSearchParams(parameters).keys()].some((name) => !query.includes(name))
  )
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
