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
  /** The account of an address, created when it is asked for the first time. */
  open(email: string, name?: string): Account
}

/** Accounts in memory, the given ones first. */
export function createAccounts(given: Account[]): Accounts {
  const byEmail = new Map(given.map((account) => [account.email.toLowerCase(), account]))
  return {
    list: () => [...byEmail.values()],
    open(email, name = nameFromEmail(email)) {
      const known = byEmail.get(email.toLowerCase())
      if (known) return known
      const account = { email, name }
      byEmail.set(email.toLowerCase(), account)
      return account
    },
  }
}

/** A person's name guessed from an address: ann.lee@x.edu is Ann Lee. */
export function nameFromEmail(email: string): string {
  const words = email
    .replace(/[+@].*$/, '')
    .split(/[._-]+/)
    .filter(Boolean)
  return words.map((word) => word[0]?.toUpperCase() + word.slice(1)).join(' ') || email
}

/** The same person has the same subject after every restart. */
export function subjectOf({ email }: Account): string {
  return createHash('sha256').update(`dev-identity ${email.toLowerCase()}`).digest('hex').slice(0, 24)
}
