/**
 * Response header of a write: the tokens that reads have to wait for to see the write, perhaps in another service. A comma
 * list of `service;token`. Only that service interprets its tokens; clients and gateways pass them on.
 */
export const CONSISTENCY_TOKENS_HEADER = 'x-consistency-tokens'

/** Request header of a read: a comma list of tokens that the service waits for, up to a limit, before it responds. */
export const READ_AFTER_HEADER = 'x-read-after'

/** A read carries at most this many tokens of a service: the newest. */
export const MAX_CONSISTENCY_TOKENS = 64

export interface ConsistencyToken {
  /** The service whose reads have to wait: svc-catalog. */
  service: string
  /** Without commas and semicolons. */
  token: string
}

/** Formats the value of CONSISTENCY_TOKENS_HEADER. */
export const formatConsistencyTokens = (tokens: readonly ConsistencyToken[]): string =>
  tokens.map(({ service, token }) => `${service};${token}`).join(',')

/** Parses the value of CONSISTENCY_TOKENS_HEADER; malformed entries are ignored. */
export function parseConsistencyTokens(header: string): ConsistencyToken[] {
  return header.split(',').flatMap((entry) => {
    const [service, token, ...rest] = entry.trim().split(';')
    return service && token && rest.length === 0 ? [{ service, token }] : []
  })
}

/** A version of the review stats of a listing or a landlord; a newer one satisfies it, too. */
export interface StatsToken {
  of: 'listing' | 'landlord'
  id: string
  version: number
}

export const formatStatsToken = ({ of, id, version }: StatsToken): string =>
  `${of}/${encodeURIComponent(id)}/${version}`

/** @returns undefined for any other text */
export function parseStatsToken(token: string): StatsToken | undefined {
  const [, of, id = '', version] = /^(listing|landlord)\/([^/]{1,300})\/(\d{1,15})$/.exec(token) ?? []
  if (of !== 'listing' && of !== 'landlord') return undefined
  try {
    return { of, id: decodeURIComponent(id), version: Number(version) }
  } catch {
    return undefined
  }
}
