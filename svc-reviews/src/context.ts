import { flagReviews, recountReviews, waitingReviewsChanged } from '@offquad/contracts'
import {
  announceAnswers,
  connectMongo,
  createAnnouncement,
  ensureIndexes,
  openEvents,
  openJobs,
  openMigrations,
} from '@offquad/service-kit'
import { type FastifyBaseLogger } from 'fastify'
import { type ReviewsConfig } from './config'
import { type FetchPolicy, PUBLIC_INTERNET } from './photos/fetch-policy'
import { createGridFsPhotos } from './photos/gridfs-photos.repository'
import { createPaceByHost } from './photos/pace-by-host'
import { createPhotoRemovalsRepository } from './photos/photo-removals.repository'
import { createPhotosRepository } from './photos/photos.repository'
import { openS3Photos } from './photos/s3-photos'
import { createLikesRepository } from './reviews/likes.repository'
import { createModerationLogRepository } from './reviews/moderation-log.repository'
import { createPublishCounts } from './reviews/publish-counts'
import { createPublicReviewsRepository } from './reviews/public-reviews.repository'
import { createJobRequest } from './reviews/request-job'
import { createReviewAuthorsRepository } from './reviews/review-authors.repository'
import { createReviewChangesRepository } from './reviews/review-changes.repository'
import { createReviewCountsRepository } from './reviews/review-counts.repository'
import { createReviewOutboxRepository } from './reviews/review-outbox.repository'
import { createReviewFlagsRepository } from './reviews/review-flags.repository'
import { createReviewReportsRepository } from './reviews/review-reports.repository'
import { createReviewSubjectsRepository } from './reviews/review-subjects.repository'
import { createReviewsRepository } from './reviews/reviews.repository'

export type Context = Awaited<ReturnType<typeof openContext>>

/** Between two requests to one host. */
const PAUSE_OF_HOST_MS = 500

/** Opens what both processes of the service use. */
export async function openContext(
  config: ReviewsConfig,
  log: FastifyBaseLogger,
  fetchPolicy: FetchPolicy = PUBLIC_INTERNET,
) {
  const connection = await connectMongo(config.MONGODB_URI, config.MONGODB_DATABASE)
  const reviews = createReviewsRepository(connection)
  const publicReviews = createPublicReviewsRepository(connection)
  const changes = createReviewChangesRepository(connection)
  const flags = createReviewFlagsRepository(connection)
  const reports = createReviewReportsRepository(connection)
  const authors = createReviewAuthorsRepository(connection)
  const likes = createLikesRepository(connection)
  const moderationLog = createModerationLogRepository(connection)
  const photos = createPhotosRepository(connection)
  const photoRemovals = createPhotoRemovalsRepository(connection)
  const { S3_BUCKET } = config
  const storage = S3_BUCKET ? await openS3Photos({ ...config, S3_BUCKET }) : createGridFsPhotos(connection)
  const counts = createReviewCountsRepository(connection)
  const subjects = createReviewSubjectsRepository(connection)
  const outbox = createReviewOutboxRepository(connection)
  await ensureIndexes(connection)
  const migrations = openMigrations(connection, log)
  const jobs = openJobs(config, log)
  const events = openEvents(config, 'svc-reviews', log)
  const answers = announceAnswers(events, 'svc-reviews')
  const waiting = createAnnouncement(() => void events.publish(waitingReviewsChanged, {}))
  return {
    config,
    log,
    connection,
    ...{
      reviews,
      publicReviews,
      changes,
      flags,
      reports,
      authors,
      likes,
      moderationLog,
      counts,
      outbox,
      jobs,
      migrations,
      subjects,
    },
    fetchPolicy,
    paceByHost: createPaceByHost(PAUSE_OF_HOST_MS),
    ...{ photos, photoRemovals, storage, listStatusesByPhoto: reviews.listStatusesByPhoto },
    events,
    /** Public answers changed, and with them perhaps what waits for administrators. */
    announce() {
      answers.announce()
      waiting.announce()
    },
    announceWaiting: waiting.announce,
    requestRecount: createJobRequest(jobs, recountReviews, log),
    requestFlags: createJobRequest(jobs, flagReviews, log),
    publishCounts: createPublishCounts({ counts, jobs }, log),
    async close() {
      answers.close()
      waiting.close()
      await jobs.close()
      await events.close()
      await connection.close()
    },
  }
}
