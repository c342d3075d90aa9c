import { createHash } from 'node:crypto'
import { type Canary } from '@offquad/contracts'

/** A cohort is all that tells visitors apart, too little to recognize one by. */
export const COHORTS = 10_000

const COOKIE = 'offquad-cohort'
const YEAR_SECONDS = 365 * 86_400
// Steps of the golden ratio fill a circle evenly however many have been taken, so that a share of few visitors is
// right, too (Knuth, The Art of Computer Programming, volume 3, 6.4).
const GOLDEN_STEP = 0.618_033_988_749_895

let position = Math.random()

/** The cohort of a visitor who has none yet. */
export function nextCohort(): number {
  position = (position + GOLDEN_STEP) % 1
  return Math.floor(position * COHORTS)
}

/** The cohort a Cookie header names. */
export function cohortIn(cookies: string | undefined): number | undefined {
  const digits = cookies && /(?:^|;\s*)offquad-cohort=(\d{1,4})(?:;|$)/.exec(cookies)?.[1]
  return digits === undefined || digits === '' ? undefined : Number(digits)
}

export const cohortCookie = (cohort: number, isSecure: boolean): string =>
  `${COOKIE}=${cohort}; Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Lax; HttpOnly${isSecure ? '; Secure' : ''}`

/**
 * A test whether visitors of a cohort get a canary: always the same ones, and with a larger share the same ones and
 * more. It runs for every page, so the salt is hashed only once.
 */
export function canaryTest({ percent, salt }: Pick<Canary, 'percent' | 'salt'>): (cohort: number) => boolean {
  const turned = createHash('sha256').update(salt).digest().readUInt32BE() % COHORTS
  return (cohort) => (cohort + turned) % COHORTS < (percent / 100) * COHORTS
}
