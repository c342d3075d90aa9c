import { addLike, CHANGED_HEADER, formatChanges, getLikedReviews, removeLike } from '@offquad/contracts'
import { requireIdentity, route } from '@offquad/service-kit'
import { type FastifyInstance, type FastifyReply } from 'fastify'
import { isVisible, requireUser } from '../reviews/review.policy'
import { type PresentDeps, presentReviews } from '../reviews/review.presenter'
import { changesOf } from '../reviews/stored-review'
import { type Liked, type LikeDeps, likeReview, unlikeReview } from './like-review'

interface LikesDeps extends LikeDeps {
  publicReviews: PresentDeps
}

export function registerLikes(app: FastifyInstance, deps: LikesDeps): void {
  route(app, getLikedReviews, async ({ params, query, caller }) => {
    requireUser(caller, params.uid)
    const liked = await deps.reviews.listByIds(await deps.likes.listLiked(params.uid))
    // Reviews that were hidden later are hidden from users who like them, too.
    const shown = liked.filter(
      (review) => isVisible(review) && (query.status ?? review.status) === review.status,
    )
    return presentReviews(deps.publicReviews, shown, caller)
  })

  route(app, addLike, async ({ body, caller }, { reply }) =>
    present(reply, await likeReview(deps, { reviewId: body.reviewId, identity: requireIdentity(caller) })),
  )

  route(app, removeLike, async ({ body, caller }, { reply }) =>
    present(reply, await unlikeReview(deps, { reviewId: body.reviewId, identity: requireIdentity(caller) })),
  )
}

function present(reply: FastifyReply, { subject, likes }: Liked) {
  reply.header(CHANGED_HEADER, formatChanges(changesOf(subject)))
  return { result: 'Success' as const, likes }
}
