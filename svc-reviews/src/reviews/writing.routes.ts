import {
  CONSISTENCY_TOKENS_HEADER,
  type ConsistencyToken,
  createReview,
  editReview as editReviewCall,
  formatConsistencyTokens,
} from '@offquad/contracts'
import { requireIdentity, route } from '@offquad/service-kit'
import { type FastifyInstance, type FastifyReply } from 'fastify'
import { type PresentDeps, presentReview } from './review.presenter'
import { type ReviewSubject } from './stored-review'
import { editReview, type WriteDeps, writeReview } from './write-review'

/**
 * Sends the stats of a review's subject to the catalog.
 * @returns the token that reads of the catalog wait for to include them; none when publishing failed or took too long
 */
export type PublishStats = (subject: ReviewSubject) => Promise<ConsistencyToken[]>

interface WritingDeps extends WriteDeps {
  publishStats: PublishStats
  publicReviews: PresentDeps
}

export function registerWriting(app: FastifyInstance, deps: WritingDeps): void {
  route(app, createReview, async ({ body, caller, idempotencyKey, log }) => {
    const id = await writeReview(deps, { form: body, identity: requireIdentity(caller), idempotencyKey })
    log.info({ reviewId: id }, 'review written')
    return id
  })

  route(app, editReviewCall, async ({ params, body, caller, log }, { reply }) => {
    const review = await editReview(deps, params.id, { form: body, identity: requireIdentity(caller) })
    await publishStatsOf(deps, review, reply)
    log.info({ reviewId: review.id }, 'review edited')
    return presentReview(deps.publicReviews, review, caller)
  })
}

/** Publishes the stats that a write has changed, with a header by which the caller's next reads wait for them. */
export async function publishStatsOf(
  { publishStats }: Pick<WritingDeps, 'publishStats'>,
  subject: ReviewSubject,
  reply: FastifyReply,
): Promise<void> {
  const tokens = await publishStats(subject)
  if (tokens.length > 0) reply.header(CONSISTENCY_TOKENS_HEADER, formatConsistencyTokens(tokens))
}
