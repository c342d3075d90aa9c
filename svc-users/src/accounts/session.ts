import { type Account } from './account'

/** All refresh tokens that follow from one sign-in. Only their hashes are kept. */
export interface StoredSession {
  id: string
  userId: string
  /** Of the secret that may be used next. */
  secretHash: string
  /** Of the secret it replaced. */
  previousHash: string | null
  /** With the replaced secret it gives the next one. */
  seed: string | null
  /** The account's when the session began: one of a lower version has ended. */
  tokenVersion: number
  startedAt: Date
  refreshedAt: Date
  expiresAt: Date
}

/** What a session call hands out. */
export interface OpenSession {
  accessToken: string
  refreshToken: string
  account: Account
}
