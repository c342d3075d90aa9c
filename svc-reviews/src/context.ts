import { connectMongo, ensureIndexes, openJobs } from '@offquad/service-kit'
import { type FastifyBaseLogger } from 'fastify'
import { type ReviewsConfig } from './config'
import { createRecountRequest } from './reviews/request-recount'
import { createReviewCountsRepository } from './reviews/review-counts.repository'
import { createReviewOutboxRepository } from './reviews/review-outbox.repository'
import { createReviewsRepository } from './reviews/reviews.repository'

export type Context = Awaited<ReturnType<typeof openContext>>

/** Opens what both processes of the service use. */
export async function openContext(config: ReviewsConfig, log: FastifyBaseLogger) {
  const connection = await connectMongo(config.MONGODB_URI, config.MONGODB_DATABASE)
  const reviews = createReviewsRepository(connection)
  const counts = createReviewCountsRepository(connection)
  const outbox = createReviewOutboxRepository(connection)
  await ensureIndexes(connection)
  const jobs = openJobs(config, log)
  return {
    config,
    log,
    connection,
    reviews,
    counts,
    outbox,
    jobs,
    requestRecount: createRecountRequest(jobs, log),
    async close() {
      await jobs.close()
      await connection.close()
    },
  }
}
