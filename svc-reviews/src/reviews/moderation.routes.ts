import {
  getModeratedReviews,
  getModerationLog,
  getModerationTrend,
  getReviewCounts,
  type WaitingReviews,
  watchReviews,
} from '@offquad/contracts'
import { type Exchange, type Migrations, route } from '@offquad/service-kit'
import { type FastifyInstance } from 'fastify'
import { fingerprintReviews } from './fingerprint-reviews.migration'
import { type ModerationLogRepository } from './moderation-log.repository'
import { firstMidnight, tallyTrend } from './moderation-trend'
import { presentReviews } from './review.presenter'
import { type ReviewsRepository } from './reviews.repository'

const PAGE_SIZE = 20
const TREND_DAYS = 90

interface ModerationDeps {
  reviews: ReviewsRepository
  moderationLog: ModerationLogRepository
  migrations: Pick<Migrations, 'isComplete'>
  waiting: { open(exchange: Exchange): Promise<unknown> }
}

/** What administrators work through, and what they did. */
export function registerModeration(
  app: FastifyInstance,
  { reviews, moderationLog, migrations, waiting }: ModerationDeps,
): void {
  route(app, getModeratedReviews, async ({ query, caller }) => {
    const { status, offset = 0, size = PAGE_SIZE } = query
    const [page, total, isFingerprinted] = await Promise.all([
      reviews.listPage(status, { offset, size }),
      reviews.countByStatus(status),
      migrations.isComplete(fingerprintReviews.id),
    ])
    const presented = presentReviews(page, caller)
    // Too small a number would mislead more than none.
    if (!isFingerprinted) return { reviews: presented, total }
    const sameText = await reviews.countSameText(page.map(({ id }) => id))
    return {
      reviews: presented.map((review) => ({ ...review, sameTextAs: sameText.get(review.id) ?? 0 })),
      total,
    }
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
    const { adminId, to, offset = 0, size = PAGE_SIZE } = query
    const filter = { ...(adminId && { adminId }), ...(to && { to }) }
    const { entries, total } = await moderationLog.listPage(filter, { offset, size })
    return { entries: entries.map((entry) => ({ ...entry, date: entry.date.toISOString() })), total }
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
