const DAY_MS = 24 * 60 * 60_000
const HOUR_MS = 60 * 60_000

interface Times {
  /** When reviews were written and reported; imported ones were not submitted here. */
  reviews: { _id: string; date: Date; reports: { date: Date }[]; isImported: boolean }[]
  decisions: { date: Date; from: string; to: string; reviewId: string }[]
}

const NONE = { submitted: 0, approved: 0, declined: 0, reported: 0 }
type DayCounts = typeof NONE

const dayOf = (date: Date): string => date.toISOString().slice(0, 10)

/** Midnight (UTC) at which the first of the last `days` days began; the last one is that of `now`. */
export const firstMidnight = (days: number, now: Date): Date =>
  new Date(Math.floor(now.getTime() / DAY_MS) * DAY_MS - (days - 1) * DAY_MS)

/** Numbers of submissions, reports and decisions for each day from `since` to `now`, computed in memory. */
export function summarizeTrend({ reviews, decisions }: Times, since: Date, now: Date) {
  const dayCounts = new Map<string, DayCounts>()
  for (let time = since.getTime(); time <= now.getTime(); time += DAY_MS)
    dayCounts.set(dayOf(new Date(time)), { ...NONE })
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

// Reviews written before the first day and imported ones do not count.
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
