import { createHash } from 'node:crypto'
import { type Canary } from '@offquad/contracts'

/** Visitors are assigned one of this many cohorts, few enough that no one can be recognized by theirs. */
export const COHORTS = 10_000

const COOKIE = 'offquad-cohort'
const YEAR_SECONDS = 365 * 86_400
// Steps of the golden ratio fill a circle evenly after any number of steps, so that shares are accurate even among few
// visitors (Knuth, The Art of Computer Programming, volume 3, 6.4).
const GOLDEN_STEP = 0.618_033_988_749_895

let position = Math.random()

/** Assigns a cohort to a visitor who has none yet. */
export function nextCohort(): number {
  position = (position + GOLDEN_STEP) % 1
  return Math.floor(position * COHORTS)
}

/** The cohort in a Cookie header. */
export function cohortIn(cookies: string | undefined): number | undefined {
  const digits = cookies && /(?:^|;\s*)offquad-cohort=(\d{1,4})(?:;|$)/.exec(cookies)?.[1]
  return digits === undefined || digits === '' ? undefined : Number(digits)
}

export const cohortCookie = (cohort: number, isSecure: boolean): string =>
  `${COOKIE}=${cohort}; Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Lax; HttpOnly${isSecure ? '; Secure' : ''}`

/**
 * Returns a predicate for the cohorts that get a canary. The same cohorts always get it, and a larger share adds cohorts.
 * The predicate runs for every page, so the salt is hashed only once.
 */
export function canaryTest({ percent, salt }: Pick<Canary, 'percent' | 'salt'>): (cohort: number) => boolean {
  const offset = createHash('sha256').update(salt).digest().readUInt32BE() % COHORTS
  return (cohort) => (cohort + offset) % COHORTS < (percent / 100) * COHORTS
}
