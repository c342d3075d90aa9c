import { createHash, createHmac, randomBytes } from 'node:crypto'

/** What the cookie holds: which session, and a secret that only its owner and this service's answer have seen. */
export interface RefreshToken {
  sessionId: string
  secret: string
}

const FORMAT = /^([0-9a-f-]{36})\.([\w-]{43})$/

export function parseRefreshToken(text: string | undefined): RefreshToken | undefined {
  const [, sessionId, secret] = FORMAT.exec(text ?? '') ?? []
  return sessionId && secret ? { sessionId, secret } : undefined
}

export const formatRefreshToken = ({ sessionId, secret }: RefreshToken): string => `${sessionId}.${secret}`

export const randomSecret = (): string => randomBytes(32).toString('base64url')

export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('base64url')

/**
 * The secret after this one. Everybody who holds the old one is told the same new one, as long as that is allowed;
 * the database, which has the seed but no secret, cannot tell it.
 */
export const nextSecret = (secret: string, seed: string): string =>
  createHmac('sha256', secret).update(seed).digest('base64url')
