import {
  getModeratedReviews,
  getModerationLog,
  getModerationTrend,
  getReviewCounts,
  type ModeratedReview,
  type ReviewStatus,
  type WaitingReviews,
  watchReviews,
} from '@offquad/contracts'
import { type Exchange, type Migrations, route } from '@offquad/service-kit'
import { type FastifyInstance } from 'fastify'
import { fingerprintReviews } from './fingerprint-reviews.migration'
import { type ModerationLogRepository } from './moderation-log.repository'
import { firstMidnight, tallyTrend } from './moderation-trend'
import { type PublicReviewsRepository } from './public-reviews.repository'
import { presentReviews } from './review.presenter'
import { type ReviewFlagsRepository, type StatusCounts } from './review-flags.repository'
import { type ReviewsRepository } from './reviews.repository'

const PAGE_SIZE = 20
const TREND_DAYS = 90

interface ModerationDeps {
  reviews: ReviewsRepository
  publicReviews: Pick<PublicReviewsRepository, 'findSharedBedrooms'>
  flags: Pick<ReviewFlagsRepository, 'listFlags' | 'countByStatusOf'>
  moderationLog: ModerationLogRepository
  migrations: Pick<Migrations, 'isComplete'>
  waiting: { open(exchange: Exchange): Promise<unknown> }
}

/** What administrators work through, and what they did. */
export function registerModeration(
  app: FastifyInstance,
  { reviews, publicReviews, flags, moderationLog, migrations, waiting }: ModerationDeps,
): void {
  route(app, getModeratedReviews, async ({ query, caller }) => {
    const { status, offset = 0, size = PAGE_SIZE } = query
    const [page, total, isFingerprinted] = await Promise.all([
      reviews.listPage(status, { offset, size }),
      reviews.countByStatus(status),
      migrations.isComplete(fingerprintReviews.id),
    ])
    const ids = page.map(({ id }) => id)
    const authors = new Map(page.map(({ id, userId }) => [id, userId]))
    const [sameText, flagsOf, countsOf] = await Promise.all([
      // Too small a number would mislead more than none.
      isFingerprinted ? reviews.countSameText(ids) : undefined,
      flags.listFlags(ids),
      flags.countByStatusOf([...new Set([...authors.values()].filter((id) => id !== null))]),
    ])
    const moderated = (await presentReviews(publicReviews, page, caller)).map((review): ModeratedReview => {
      const found = flagsOf.get(review.id)
      const counts = countsOf.get(authors.get(review.id) ?? '')
      return {
        ...review,
        ...(sameText && { sameTextAs: sameText.get(review.id) ?? 0 }),
        ...(found && { flags: found }),
        ...(counts && { authorReviews: withoutOne(counts, review.status) }),
      }
    })
    return { reviews: moderated, total }
  })

  route(app, getReviewCounts, async () => {
    const [approved, reported, pending, declined] = await Promise.all([
      reviews.countByStatus('APPROVED'),
      reviews.countByStatus('REPORTED'),
      reviews.countByStatus('PENDING'),
      reviews.countByStatus('DECLINED'),
    ])
    return { approved, reported, pending, declined }
  })

  route(app, getModerationLog, async ({ query }) => {
    const { adminId, to, after, offset = 0, size = PAGE_SIZE } = query
    const filter = { ...(adminId && { adminId }), ...(to && { to }) }
    return moderationLog.listPage(filter, { after, offset, size })
  })

  route(app, getModerationTrend, async ({ query }) => {
    const now = new Date()
    const since = firstMidnight(query.days ?? TREND_DAYS, now)
    const [times, decisions] = await Promise.all([
      reviews.listTimesSince(since),
      moderationLog.listSince(since),
    ])
    return tallyTrend({ reviews: times, decisions }, since, now)
  })

  // A stream of them.
  route(app, watchReviews, (_call, exchange) => waiting.open(exchange) as Promise<WaitingReviews>)
}

/** How many other reviews an author wrote than the one in this status. */
function withoutOne(counts: StatusCounts, status: ReviewStatus): ModeratedReview['authorReviews'] {
  const others = (of: ReviewStatus) => Math.max(0, (counts[of] ?? 0) - (of === status ? 1 : 0))
  return {
    approved: others('APPROVED'),
    pending: others('PENDING'),
    reported: others('REPORTED'),
    declined: others('DECLINED'),
    deleted: others('DELETED'),
  }
}
