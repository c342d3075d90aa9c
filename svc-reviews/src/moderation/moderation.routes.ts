import { type Readable } from 'node:stream'
import {
  CHANGED_HEADER,
  cleanText,
  type Decline,
  formatChanges,
  getModeratedReviews,
  getModerationLog,
  getModerationTrend,
  getReviewCounts,
  type ModeratedReview,
  type ReviewStatus,
  updateReviewStatus,
  type WaitingReviews,
  watchReviews,
  waitingReviewsChanged,
} from '@offquad/contracts'
import {
  type Exchange,
  midnightOf,
  requireIdentity,
  route,
  createEventStreams,
  type Events,
  throttlePublish,
} from '@offquad/service-kit'
import { type FastifyInstance } from 'fastify'
import { type Repositories } from '../repositories'
import { type PresentDeps, presentReview } from '../reviews/review.presenter'
import { type Written } from '../reviews/reviews.repository'
import { type StoredReview } from '../reviews/stored-review'
import { changeReviewStatus, type ChangeStatusDeps } from './change-status'
import { flagsOf } from './find-flags'
import { lastDays, summarizeTrend } from './moderation-trend'

const PAGE_SIZE = 20
const TREND_DAYS = 90

interface ModerationDeps extends ChangeStatusDeps, Pick<Repositories, 'moderationLog'> {
  publicReviews: PresentDeps
  events: Pick<Events, 'subscribe'>
  log: { warn(fields: object, message: string): void }
}

/** Reports and decisions, and the lists and numbers for administrators. */
export function registerModeration(app: FastifyInstance, deps: ModerationDeps): void {
  const { reviews, publicReviews, moderationLog } = deps
  const waiting = watchWaitingReviews(deps)
  // Open streams would keep the server from closing.
  app.addHook('preClose', async () => waiting.close())

  route(app, updateReviewStatus, async ({ params, body, caller, log }, { reply }) => {
    const { review, changes } = await changeReviewStatus(deps, params.id, {
      to: params.status,
      identity: requireIdentity(caller),
      reason: cleanText(body?.reason ?? ''),
      seen: body?.from,
      version: body?.version,
      decline: body?.decline && withCleanNote(body.decline),
    })
    reply.header(CHANGED_HEADER, formatChanges(changes))
    log.info({ reviewId: review.id, status: params.status }, 'review status changed')
    return presentReview(publicReviews, review, caller)
  })

  route(app, getModeratedReviews, async ({ query, caller }) => {
    const { status, offset = 0, size = PAGE_SIZE } = query
    const [total, page] = await Promise.all([
      reviews.countByStatus(status),
      reviews.listPage(status, { offset, size }),
    ])
    const [sameText, writtenBy] = await Promise.all([
      reviews.countSameText(page.map(({ id }) => id)),
      reviews.listWrittenBy([...new Set(page.flatMap(({ userId }) => userId ?? []))]),
    ])
    const moderate = async (review: StoredReview): Promise<ModeratedReview> => {
      const written = writtenBy.get(review.userId ?? '')
      const dates = (written ?? []).map(({ date }) => date)
      return {
        ...(await presentReview(publicReviews, review, caller)),
        sameTextAs: sameText.get(review.id) ?? 0,
        flags: flagsOf(review, dates),
        authorReviews: written && countOthers(written, review),
      }
    }
    return { reviews: await Promise.all(page.map(moderate)), total }
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
    const days = lastDays(query.days ?? TREND_DAYS, deps.now())
    const since = midnightOf(days[0] ?? '')
    const [times, decisions] = await Promise.all([
      reviews.listTimesSince(since),
      moderationLog.listSince(since),
    ])
    return summarizeTrend({ reviews: times, decisions }, days)
  })

  // Server-sent events; the data of each is a WaitingReviews.
  route(app, watchReviews, (_call, exchange) => waiting.open(exchange))
}

function withCleanNote({ reason, note = '' }: Decline): Decline {
  const text = cleanText(note)
  return { reason, ...(text && { note: text }) }
}

/** Numbers of an author's reviews by status, excluding the review in question. */
function countOthers(written: readonly Written[], { id }: StoredReview): ModeratedReview['authorReviews'] {
  const count = (of: ReviewStatus) =>
    written.filter((review) => review.id !== id && review.status === of).length
  return {
    approved: count('APPROVED'),
    pending: count('PENDING'),
    reported: count('REPORTED'),
    declined: count('DECLINED'),
    deleted: count('DELETED'),
  }
}

/** Throttles the stream: at most one message in this time. */
const SPACING_MS = 500

/** Streams the number of waiting reviews to administrators, after every change that any instance publishes. */
function watchWaitingReviews({ reviews, events, log }: Pick<ModerationDeps, 'reviews' | 'events' | 'log'>) {
  const streams = createEventStreams<WaitingReviews>()
  const logFailure = (err: unknown) => log.warn({ err }, 'waiting reviews could not be sent to open streams')

  async function count(): Promise<WaitingReviews> {
    const [reported, pending] = await Promise.all([
      reviews.countByStatus('REPORTED'),
      reviews.countByStatus('PENDING'),
    ])
    return { reported, pending }
  }

  const throttled = throttlePublish(() => {
    count().then((waiting) => streams.send(waiting), logFailure)
  }, SPACING_MS)

  // Not awaited: Redis may be unavailable. A new stream begins with the current numbers.
  events
    .subscribe(waitingReviewsChanged, () => {
      if (streams.count > 0) throttled.publish()
    })
    .catch(logFailure)

  return {
    open: async (exchange: Exchange): Promise<Readable> => streams.open(exchange, await count()),
    close() {
      throttled.close()
      streams.close()
    },
  }
}
