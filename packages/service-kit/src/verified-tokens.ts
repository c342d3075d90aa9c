const MAX_TOKENS = 5_000

/** What tokens that were verified say, until they expire; the oldest make room for new ones. */
export interface VerifiedTokens<Claims extends { exp: number }> {
  find(authorization: string): Claims | undefined
  add(authorization: string, claims: Claims): void
}

/** `exp` of claims is in seconds since 1970, `now` in milliseconds. */
export function createVerifiedTokens<Claims extends { exp: number }>(
  now: () => number = Date.now,
): VerifiedTokens<Claims> {
  const tokens = new Map<string, Claims>()
  return {
    find(authorization) {
      const claims = tokens.get(authorization)
      if (!claims || claims.exp * 1000 > now()) return claims
      tokens.delete(authorization)
      return undefined
    },
    add(authorization, claims) {
      const [oldest] = tokens.size >= MAX_TOKENS ? tokens.keys() : []
      if (oldest !== undefined) tokens.delete(oldest)
      tokens.set(authorization, claims)
    },
  }
}
