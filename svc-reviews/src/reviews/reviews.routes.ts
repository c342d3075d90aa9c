import {
  getApartmentReviews,
  getComparedRatings,
  getLandlordReviews,
  getReview,
  getReviews,
  getReviewsByStatus,
  getReviewSummary,
  getUserReviews,
  resourceOf,
  VISIBLE_STATUSES,
} from '@offquad/contracts'
import { type Caller, onClose, route, showOnly, UnavailableError } from '@offquad/service-kit'
import { type FastifyInstance, type FastifyReply } from 'fastify'
import { type ListDeps, listReviews, subjectOf } from './list-reviews'
import { type PublicReviewsRepository } from './public-reviews.repository'
import { findVisible, isAdmin, isAuthor, requireReader, requireUser } from './review.policy'
import { type PresentDeps, presentReview, presentReviews } from './review.presenter'
import { newestFirst, type ReviewsRepository } from './reviews.repository'
import { type StoredReview } from './stored-review'
import { summarizeReviews } from './summarize-reviews'

/** Limits the memory of responses to slow readers: 20,000 reviews take about 20 MB until they are sent. */
const MOST_REVIEWS_BEING_SENT = 80_000
const RETRY_AFTER_SECONDS = 30

interface ReviewsDeps extends ListDeps {
  reviews: ReviewsRepository
  publicReviews: PublicReviewsRepository & PresentDeps
}

export function registerReviews(app: FastifyInstance, deps: ReviewsDeps): void {
  const { reviews, publicReviews } = deps
  const present = (list: StoredReview[], caller: Caller) =>
    presentReviews(publicReviews, isAdmin(caller) ? newestFirst(list) : list, caller)

  /** Responses about one apartment depend on its reviews only; a landlord's also on other reviews of their apartments. */
  const showApartment = (reply: FastifyReply, aptId: string | null | undefined) => {
    if (aptId) showOnly(reply, [resourceOf('apartment', aptId)])
  }

  route(app, getApartmentReviews, async ({ params, caller }, { reply }) => {
    showApartment(reply, params.id)
    requireReader(caller, params.status, VISIBLE_STATUSES)
    return present(await reviews.listByApartment(params.id, params.status), caller)
  })

  route(app, getLandlordReviews, async ({ params, caller }) => {
    requireReader(caller, params.status, VISIBLE_STATUSES)
    return present(await reviews.listByLandlord(params.id, params.status), caller)
  })

  route(app, getReviews, ({ query, caller }, { reply }) => {
    showApartment(reply, query.aptId)
    return listReviews(deps, query, caller)
  })

  route(app, getReviewSummary, async ({ query }, { reply }) => {
    showApartment(reply, query.aptId)
    const visible = await publicReviews.listForSummary(subjectOf(query))
    return summarizeReviews(visible, await publicReviews.findSharedBedrooms(visible))
  })

  route(app, getComparedRatings, ({ query }, { reply }) => {
    const aptIds = [...new Set(query.aptIds.split(','))]
    showOnly(
      reply,
      aptIds.map((id) => resourceOf('apartment', id)),
    )
    return publicReviews.averageRatings(aptIds)
  })

  let reviewsBeingSent = 0
  /** The response for callers without own reviews in a list that is shared by concurrent callers, serialized once. */
  const anonymousBodies = new WeakMap<StoredReview[], Promise<Buffer>>()

  route(app, getReviewsByStatus, async ({ params, caller }, { reply }) => {
    // The list of all reported reviews is for moderators.
    requireReader(caller, params.status, ['APPROVED'])
    const list = await reviews.listByStatus(params.status)
    if (isAdmin(caller) || list.some((review) => isAuthor(caller, review))) {
      if (reviewsBeingSent > 0 && reviewsBeingSent + list.length > MOST_REVIEWS_BEING_SENT)
        throw new UnavailableError(
          'too-many-lists',
          'Too many clients are reading all reviews right now. Please try again in half a minute, or read GET /api/reviews page by page.',
          RETRY_AFTER_SECONDS,
        )
      reviewsBeingSent += list.length
      onClose(reply, () => (reviewsBeingSent -= list.length))
      return present(list, caller)
    }
    const serialized =
      anonymousBodies.get(list) ??
      presentReviews(publicReviews, list, {}).then((shown) => Buffer.from(String(reply.serialize(shown))))
    anonymousBodies.set(list, serialized)
    const body = await serialized
    reply.type('application/json; charset=utf-8')
    return body
  })

  route(app, getUserReviews, async ({ params, caller }) => {
    if (!isAdmin(caller)) requireUser(caller, params.uid)
    return presentReviews(publicReviews, await reviews.listByUser(params.uid, params.status), caller)
  })

  route(app, getReview, async ({ params, caller }, { reply }) => {
    const review = await findVisible(reviews, params.id, caller)
    showApartment(reply, review.aptId)
    return presentReview(publicReviews, review, caller)
  })
}
