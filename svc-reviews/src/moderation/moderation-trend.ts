import { dayOf } from '@offquad/service-kit'

const DAY_MS = 24 * 60 * 60_000
const HOUR_MS = 60 * 60_000

interface Times {
  /** Times of reviews and their reports; imported reviews were not submitted here. */
  reviews: { _id: string; date: Date; reports: { date: Date }[]; isImported: boolean }[]
  decisions: { date: Date; from: string; to: string; reviewId: string }[]
}

const NONE = { submitted: 0, approved: 0, declined: 0, reported: 0 }
type DayCounts = typeof NONE

/** The last `days` days, ending with the day of `now`. */
export function lastDays(days: number, now: Date): string[] {
  const today = Date.parse(dayOf(now))
  return Array.from({ length: days }, (_, index) =>
    new Date(today - (days - 1 - index) * DAY_MS).toISOString().slice(0, 10),
  )
}

/** Numbers of submissions, reports and decisions for each day, computed in memory. */
export function summarizeTrend({ reviews, decisions }: Times, days: readonly string[]) {
  const dayCounts = new Map<string, DayCounts>(days.map((day) => [day, { ...NONE }]))
  const count = (date: Date, what: keyof DayCounts) => {
    const counts = dayCounts.get(dayOf(date))
    if (counts) counts[what] += 1
  }
  for (const { date, reports, isImported } of reviews) {
    if (!isImported) count(date, 'submitted')
    for (const report of reports) count(report.date, 'reported')
  }
  for (const { date, from, to } of decisions) {
    if (to === 'APPROVED' && from !== 'REPORTED') count(date, 'approved')
    if (to === 'DECLINED') count(date, 'declined')
  }
  return {
    days: [...dayCounts].map(([date, counts]) => ({ date, ...counts })),
    medianHoursToDecision: median(hoursToDecision({ reviews, decisions })),
  }
}

// Imported reviews, and reviews written before the first day, do not count.
function hoursToDecision({ reviews, decisions }: Times): number[] {
  const submitted = reviews.filter(({ isImported }) => !isImported)
  const written = new Map(submitted.map(({ _id, date }) => [_id, date.getTime()]))
  return decisions.flatMap(({ from, reviewId, date }) => {
    const since = written.get(reviewId)
    return from === 'PENDING' && since !== undefined ? [(date.getTime() - since) / HOUR_MS] : []
  })
}

function median(numbers: number[]): number | null {
  const sorted = numbers.toSorted((a, b) => a - b)
  const [low, high] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.floor(sorted.length / 2)]]
  return low === undefined || high === undefined ? null : (low + high) / 2
}
