import { CHANGED_HEADER, createReview, editReview as editReviewCall, formatChanges } from '@offquad/contracts'
import { requireIdentity, route } from '@offquad/service-kit'
import { type FastifyInstance } from 'fastify'
import { type PresentDeps, presentReview } from './review.presenter'
import { editReview, type WriteDeps, writeReview } from './write-review'

interface WritingDeps extends WriteDeps {
  publicReviews: PresentDeps
}

export function registerWriting(app: FastifyInstance, deps: WritingDeps): void {
  route(app, createReview, async ({ body, caller, idempotencyKey, log }) => {
    const id = await writeReview(deps, { form: body, identity: requireIdentity(caller), idempotencyKey })
    log.info({ reviewId: id }, 'review written')
    return id
  })

  route(app, editReviewCall, async ({ params, body, caller, log }, { reply }) => {
    const { review, changes } = await editReview(deps, params.id, {
      form: body,
      identity: requireIdentity(caller),
    })
    reply.header(CHANGED_HEADER, formatChanges(changes))
    log.info({ reviewId: review.id }, 'review edited')
    return presentReview(deps.publicReviews, review, caller)
  })
}
