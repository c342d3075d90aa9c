import { deliverReviewOutbox, encodePhotoAsAvif, waitingReviewsChanged } from '@offquad/contracts'
import {
  connectMongo,
  createEnqueuer,
  createInvalidationPublisher,
  ensureIndexes,
  loadUniversity,
  openMessaging,
  openMigrations,
  publicUrlOf,
  throttlePublish,
} from '@offquad/service-kit'
import { type FastifyBaseLogger } from 'fastify'
import { type ReviewsConfig } from './config'
import { type FetchPolicy, PUBLIC_INTERNET } from './photos/fetch-policy'
import { createGridFsPhotos } from './photos/gridfs-photos.repository'
import { createPaceByHost } from './photos/fetch-picture'
import { createPhotoAddresses } from './photos/photo-addresses'
import { openPhotoSecret } from './photos/photo-secret.repository'
import { openS3Photos } from './photos/s3-photos'
import { openRepositories } from './repositories'
import { createDelivery } from './review-stats/deliver-changes'
import { resourcesOf, type ReviewSubject } from './reviews/stored-review'

export type Context = Awaited<ReturnType<typeof openContext>>

/** The pause between two requests to one host. */
const PAUSE_OF_HOST_MS = 500

/** Opens the dependencies that both processes of the service share. */
export async function openContext(
  config: ReviewsConfig,
  log: FastifyBaseLogger,
  fetchPolicy: FetchPolicy = PUBLIC_INTERNET,
) {
  loadUniversity(config.UNIVERSITY_FILE)
  const connection = await connectMongo(config.MONGODB_URI, config.MONGODB_DATABASE)
  const repositories = openRepositories(connection)
  const { reviews, stats, topics, moderationLog } = repositories
  const now = () => new Date()
  const addresses = createPhotoAddresses({
    secret: await openPhotoSecret(connection),
    origin: publicUrlOf(config)?.replace(/^http:.*/, ''),
    now,
  })
  const { S3_BUCKET } = config
  const storage = S3_BUCKET ? await openS3Photos({ ...config, S3_BUCKET }) : createGridFsPhotos(connection)
  await ensureIndexes(connection)
  const migrations = openMigrations(connection, log)
  const { jobs, events, close } = openMessaging(config, 'svc-reviews', log, connection)
  const invalidations = createInvalidationPublisher(events, 'svc-reviews')
  const waiting = throttlePublish(() => void events.publish(waitingReviewsChanged, {}))
  return {
    config,
    log,
    connection,
    jobs,
    events,
    migrations,
    ...repositories,
    publicReviews: { ...repositories.publicReviews, addressOf: addresses.addressOf },
    outbox: reviews.outbox,
    storage,
    addresses,
    fetchPolicy,
    now,
    paceByHost: createPaceByHost(PAUSE_OF_HOST_MS),
    /**
     * Publishes that public responses have changed, and possibly the reviews that wait for administrators.
     * @param subject apartment and landlord of the changed reviews; absent: any review may have changed
     */
    publishInvalidation(subject?: ReviewSubject) {
      invalidations.publish(subject && resourcesOf(subject))
      waiting.publish()
    },
    publishWaiting: waiting.publish,
    flushOutbox: createEnqueuer(jobs, deliverReviewOutbox, log),
    requestAvif(photoId: string) {
      jobs
        .add(encodePhotoAsAvif, { photoId }, { jobId: photoId })
        .catch((err: unknown) =>
          log.warn({ err, photoId }, 'AVIF not requested: it is when the photo is shown'),
        )
    },
    deliver: createDelivery({ stats, topics, moderationLog, jobs, outbox: reviews.outbox }, log),
    async close() {
      invalidations.close()
      waiting.close()
      await close()
    },
  }
}
