import { createReview, editReview as editReviewCall, updateReviewStatus } from '@offquad/contracts'
import { requireIdentity, route } from '@offquad/service-kit'
import { type FastifyInstance } from 'fastify'
import { changeReviewStatus } from './change-status'
import { presentReview } from './review.presenter'
import { editReview, type WriteDeps, writeReview } from './write-review'

export function registerWriting(app: FastifyInstance, deps: WriteDeps): void {
  route(app, createReview, async ({ body, caller, log }) => {
    const id = await writeReview(deps, body, requireIdentity(caller))
    log.info({ reviewId: id }, 'review written')
    return id
  })

  route(app, editReviewCall, async ({ params, body, caller, log }) => {
    const review = await editReview(deps, params.id, { form: body, identity: requireIdentity(caller) })
    log.info({ reviewId: review.id }, 'review edited')
    return presentReview(review, caller)
  })

  route(app, updateReviewStatus, async ({ params, body, caller, log }) => {
    const review = await changeReviewStatus(deps, params.id, {
      ...{ to: params.status, identity: requireIdentity(caller) },
      ...{ reason: body?.reason?.trim() ?? '', seen: body?.from },
    })
    log.info({ reviewId: review.id, status: params.status }, 'review status changed')
    return presentReview(review, caller)
  })
}
