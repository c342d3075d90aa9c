import { type ReviewFlag } from '@offquad/contracts'
import { findFlags } from './find-flags'
import {
  type ReviewByAuthor,
  type ReviewFlagsRepository,
  type UnflaggedReview,
} from './review-flags.repository'

interface FlagDeps {
  flags: ReviewFlagsRepository
  /** Notifies open administrator pages of the change. */
  publishWaiting: () => void
}

const REVIEWS_AT_ONCE = 200
const DAY_MS = 86_400_000
/** Students move once or twice a year. */
const MANY_IN_A_DAY = 3

/**
 * Flags passages for administrators in each review that was submitted, edited or reported since the last run.
 * Due reviews are marked in their documents, so a crash loses none, and running it again changes nothing.
 */
export async function flagReviews(deps: FlagDeps): Promise<void> {
  let due: UnflaggedReview[]
  do {
    due = await deps.flags.listDue(REVIEWS_AT_ONCE)
    for (const review of due) await deps.flags.store(review, await flagsOf(deps, review))
    if (due.length > 0) deps.publishWaiting()
  } while (due.length > 0)
}

async function flagsOf({ flags }: FlagDeps, review: UnflaggedReview): Promise<ReviewFlag[]> {
  const [sameText, manyInADay] = await Promise.all([flags.countSameText(review), countInADay(flags, review)])
  return [
    ...findFlags(review.reviewText),
    ...(sameText > 0 ? [{ kind: 'same-text' as const, count: sameText }] : []),
    ...(manyInADay >= MANY_IN_A_DAY ? [{ kind: 'many-in-a-day' as const, count: manyInADay }] : []),
  ]
}

/**
 * How many reviews, this one included, its author wrote within 24 hours. The earlier ones of a series were flagged
 * before the later ones were written: those with a lower number become due again. Numbers only rise, so this ends.
 */
async function countInADay(
  flags: ReviewFlagsRepository,
  { id, userId, date }: UnflaggedReview,
): Promise<number> {
  if (userId === null) return 0
  const around = await flags.listByAuthor(userId, {
    from: new Date(date.getTime() - DAY_MS),
    to: new Date(date.getTime() + DAY_MS),
  })
  const series = mostInADay(around, date)
  if (series.length >= MANY_IN_A_DAY) {
    const outdated = series.filter((one) => one.id !== id && one.isWaiting && one.manyInADay < series.length)
    await flags.markDue(outdated.map((one) => one.id))
  }
  return series.length
}

/** The most reviews within any 24 hours that include `date`. The dates must be sorted. */
function mostInADay(reviews: ReviewByAuthor[], date: Date): ReviewByAuthor[] {
  const starts = reviews.filter((review) => review.date <= date)
  return starts.reduce<ReviewByAuthor[]>((most, { date: start }) => {
    const end = start.getTime() + DAY_MS
    const within = reviews.filter((review) => review.date >= start && review.date.getTime() <= end)
    return end >= date.getTime() && within.length > most.length ? within : most
  }, [])
}
