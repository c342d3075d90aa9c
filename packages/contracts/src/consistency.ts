/**
 * Of the response to a write: what reads of a service, perhaps another one, have to wait for to see the write. A comma
 * list of `service;token`; the service that reads understands its tokens, everyone in between passes them on.
 */
export const CONSISTENCY_TOKENS_HEADER = 'x-consistency-tokens'

/** Of a read: a comma list of the tokens that the service waits for, within reason, before it responds. */
export const READ_AFTER_HEADER = 'x-read-after'

/** Reads of a service carry no more tokens than this: the newest. */
export const MAX_CONSISTENCY_TOKENS = 64

export interface ConsistencyToken {
  /** The service whose reads have to wait: svc-catalog. */
  service: string
  /** Without commas and semicolons. */
  token: string
}

/** The value of the header of a response to a write. */
export const formatConsistencyTokens = (tokens: readonly ConsistencyToken[]): string =>
  tokens.map(({ service, token }) => `${service};${token}`).join(',')

/** What such a header says; whatever is malformed is left out. */
export function parseConsistencyTokens(header: string): ConsistencyToken[] {
  return header.split(',').flatMap((entry) => {
    const [service, token, ...rest] = entry.trim().split(';')
    return service && token && rest.length === 0 ? [{ service, token }] : []
  })
}

/** Stands for the review stats of an apartment's listing or of a landlord: of this version or a newer one. */
export interface StatsToken {
  of: 'listing' | 'landlord'
  id: string
  version: number
}

export const formatStatsToken = ({ of, id, version }: StatsToken): string =>
  `${of}/${encodeURIComponent(id)}/${version}`

/** @returns undefined when it is not such a token */
export function parseStatsToken(token: string): StatsToken | undefined {
  const [, of, id = '', version] = /^(listing|landlord)\/([^/]{1,300})\/(\d{1,15})$/.exec(token) ?? []
  if (of !== 'listing' && of !== 'landlord') return undefined
  try {
    return { of, id: decodeURIComponent(id), version: Number(version) }
  } catch {
    return undefined
  }
}
