import {
  CONSISTENCY_TOKENS_HEADER,
  createReview,
  editReview as editReviewCall,
  formatConsistencyTokens,
  type ReviewStatus,
  updateReviewStatus,
} from '@offquad/contracts'
import { requireIdentity, route } from '@offquad/service-kit'
import { type FastifyInstance, type FastifyReply } from 'fastify'
import { changeReviewStatus } from './change-status'
import { type PublishCounts } from './publish-counts'
import { type PublicReviewsRepository } from './public-reviews.repository'
import { presentReview } from './review.presenter'
import { type CountedPlace } from './stored-review'
import { editReview, type WriteDeps, writeReview } from './write-review'

interface WritingDeps extends WriteDeps {
  publishCounts: PublishCounts
  publicReviews: Pick<PublicReviewsRepository, 'findSharedBedrooms'>
}

/** A review becomes or ceases to be public; a report changes nothing, and what was declined was not public before. */
const CHANGES_COUNTS: readonly ReviewStatus[] = ['APPROVED', 'DELETED']

export function registerWriting(app: FastifyInstance, deps: WritingDeps): void {
  route(app, createReview, async ({ body, caller, idempotencyKey, log }) => {
    const id = await writeReview(deps, { form: body, identity: requireIdentity(caller), idempotencyKey })
    log.info({ reviewId: id }, 'review written')
    return id
  })

  async function publishCounts(review: CountedPlace, reply: FastifyReply): Promise<void> {
    const tokens = await deps.publishCounts(review)
    if (tokens.length > 0) reply.header(CONSISTENCY_TOKENS_HEADER, formatConsistencyTokens(tokens))
  }

  route(app, editReviewCall, async ({ params, body, caller, log }, { reply }) => {
    const review = await editReview(deps, params.id, { form: body, identity: requireIdentity(caller) })
    await publishCounts(review, reply)
    log.info({ reviewId: review.id }, 'review edited')
    return presentReview(deps.publicReviews, review, caller)
  })

  route(app, updateReviewStatus, async ({ params, body, caller, log }, { reply }) => {
    const review = await changeReviewStatus(deps, params.id, {
      ...{ to: params.status, identity: requireIdentity(caller) },
      ...{ reason: body?.reason?.trim() ?? '', seen: body?.from },
      decline: body?.decline,
    })
    if (CHANGES_COUNTS.includes(params.status)) await publishCounts(review, reply)
    log.info({ reviewId: review.id, status: params.status }, 'review status changed')
    return presentReview(deps.publicReviews, review, caller)
  })
}
