import { createHash } from 'node:crypto'
import { type Static, Type } from 'typebox'

export const Account = Type.Object({
  email: Type.String({ pattern: '^[^\\s@]+@[^\\s@]+$', maxLength: 254 }),
  name: Type.String({ minLength: 1, maxLength: 100 }),
  picture: Type.Optional(Type.String({ pattern: '^https?://' })),
})
export type Account = Static<typeof Account>

export interface Accounts {
  list(): Account[]
  /** The account of an e-mail address, created on first use. */
  open(email: string, name?: string): Account
}

/** Holds accounts in memory, starting with the given ones. */
export function createAccounts(given: Account[]): Accounts {
  const byEmail = new Map(given.map((account) => [account.email.toLowerCase(), account]))
  return {
    list: () => [...byEmail.values()],
    open(email, name = nameFromEmail(email)) {
      const existing = byEmail.get(email.toLowerCase())
      if (existing) return existing
      const account = { email, name }
      byEmail.set(email.toLowerCase(), account)
      return account
    },
  }
}

/** Guesses a person's name from an e-mail address: Ann Lee for ann.lee@x.edu. */
export function nameFromEmail(email: string): string {
  const words = email
    .replace(/[+@].*$/, '')
    .split(/[._-]+/)
    .filter(Boolean)
  return words.map((word) => word[0]?.toUpperCase() + word.slice(1)).join(' ') || email
}

/** The subject of an account, which is the same after every restart. */
export function subjectOf({ email }: Account): string {
  return createHash('sha256').update(`dev-identity ${email.toLowerCase()}`).digest('hex').slice(0, 24)
}
