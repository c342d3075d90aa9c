import { type VitalRating, type Vitals, WEB_VITALS, type WebVital } from '@offquad/contracts'

/** Up to where a value is good, and from where on it is poor (web.dev/articles/vitals). */
const LIMITS: Record<WebVital, { good: number; poor: number }> = {
  LCP: { good: 2_500, poor: 4_000 },
  INP: { good: 200, poor: 500 },
  CLS: { good: 0.1, poor: 0.25 },
}

/** Number of pages by vital and step: INP12. */
export type VitalCounts = Record<string, number>

/** Each step of a vital ends 9 % above the step before. */
const STEPS_PER_DOUBLING = 8
/** Values below a quarter of a good one are all in step 0: nobody notices the difference. */
const GOOD_STEP = 2 * STEPS_PER_DOUBLING
const LAST_STEP = 64

/** The step that a value is in. */
export function stepOf(name: WebVital, value: number): number {
  const step = GOOD_STEP + Math.ceil(STEPS_PER_DOUBLING * Math.log2(value / LIMITS[name].good))
  return Math.min(LAST_STEP, Math.max(0, step))
}

export const countOfStep = (name: WebVital, step: number): string => `${name}${step}`

export const isCountOfStep = (name: string): boolean => /^[A-Z]+\d+$/.test(name)

export function ratingOf(name: WebVital, value: number): VitalRating {
  const { good, poor } = LIMITS[name]
  if (value <= good) return 'good'
  return value <= poor ? 'needs-improvement' : 'poor'
}

/** Number of pages by step. A page whose last value was counted in another minute makes fewer than none: these are none. */
export const stepsOf = (counts: VitalCounts, name: WebVital): number[] =>
  Array.from({ length: LAST_STEP + 1 }, (_, step) => Math.max(0, counts[countOfStep(name, step)] ?? 0))

export const pagesIn = (steps: readonly number[]): number => steps.reduce((sum, pages) => sum + pages, 0)

/** The place of the 75th percentile among the steps: 12.4 is within step 13. */
export function percentileOf(steps: readonly number[]): number {
  const target = 0.75 * pagesIn(steps)
  let below = 0
  for (const [step, pages] of steps.entries()) {
    if (pages > 0 && below + pages >= target) return Math.max(0, step - 1 + (target - below) / pages)
    below += pages
  }
  return 0
}

/** The value at a place among the steps. */
export const valueAt = (name: WebVital, place: number): number =>
  LIMITS[name].good * growthOf(place - GOOD_STEP)

/** The factor that a number of steps stands for. */
export const growthOf = (steps: number): number => 2 ** (steps / STEPS_PER_DOUBLING)

export function presentVitals(counts: VitalCounts): Vitals {
  const measured = WEB_VITALS.map((name) => ({ name, steps: stepsOf(counts, name) }))
  return Object.fromEntries(
    measured
      .filter(({ steps }) => pagesIn(steps) > 0)
      .map(({ name, steps }) => [
        name,
        {
          good: pagesIn(steps.slice(0, GOOD_STEP + 1)),
          pages: pagesIn(steps),
          p75: valueAt(name, percentileOf(steps)),
        },
      ]),
  )
}
