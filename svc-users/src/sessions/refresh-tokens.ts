import { createHash, createHmac, randomBytes } from 'node:crypto'

/** The content of the session cookie: the session's id, and a secret of which the database has only the hash. */
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
 * The secret that replaces this one. Concurrent refreshes with the old secret all get the same new one. It cannot be derived
 * from the database, which has the seed but not the secret.
 */
export const nextSecret = (secret: string, seed: string): string =>
  createHmac('sha256', secret).update(seed).digest('base64url')
