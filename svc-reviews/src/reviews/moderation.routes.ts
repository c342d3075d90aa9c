import { getModeratedReviews, getReviewCounts } from '@offquad/contracts'
import { route } from '@offquad/service-kit'
import { type FastifyInstance } from 'fastify'
import { presentReviews } from './review.presenter'
import { type ReviewsRepository } from './reviews.repository'

const PAGE_SIZE = 20

/** What administrators work through. */
export function registerModeration(app: FastifyInstance, { reviews }: { reviews: ReviewsRepository }): void {
  route(app, getModeratedReviews, async ({ query, caller }) => {
    const { status, offset = 0, size = PAGE_SIZE } = query
    const [page, total] = await Promise.all([
      reviews.listPage(status, { offset, size }),
      reviews.countByStatus(status),
    ])
    return { reviews: presentReviews(page, caller), total }
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
}
