import {
  accountDeleted,
  attachPhotos,
  deliverReviewOutbox,
  detachPhotos,
  encodePhotoAsAvif as encodePhotoAsAvifJob,
  fetchListingPicture as fetchListingPictureJob,
  migrateReviews,
  publishAllReviewSubjects,
  reconcileReviewStats,
  recordSuggestion,
  removeUnusedPhotos as removeUnusedPhotosJob,
  updateReviewSubjects,
} from '@offquad/contracts'
import { type Context } from './context'
import { encodePhotoAsAvif } from './photos/encode-avif.job'
import { fetchListingPicture } from './photos/fetch-listing-picture.job'
import { removeUnusedPhotos } from './photos/remove-unused-photos.job'
import { deliverOutbox, reconcileStats } from './review-stats/deliver-changes'
import { attachReviews } from './reviews/attach-reviews'
import { forgetUser } from './forget-user.job'
import { readTopics } from './reviews/read-topics.migration'

const EVERY_MS = {
  sweep: 30_000,
  reconcile: 600_000,
  migrate: 60_000,
  removePhotos: 3_600_000,
}

/** Runs the workers of the service's queues in this process. */
export async function startJobs(context: Context): Promise<void> {
  const { jobs } = context
  await Promise.all([
    // One queue for requested and scheduled runs: both deliver everything that is pending.
    jobs.schedule(deliverReviewOutbox.queue, EVERY_MS.sweep, async () => {
      await deliverOutbox(context)
      // A review may be stored just after its suggestion became an apartment.
      await attachReviews(context)
    }),
    jobs.schedule(reconcileReviewStats.queue, EVERY_MS.reconcile, () => reconcileStats(context)),
    jobs.schedule(migrateReviews.queue, EVERY_MS.migrate, () => migrateTopics(context)),
    jobs.registerWorker(attachPhotos, (attachment) => context.photos.attach(attachment)),
    jobs.registerWorker(detachPhotos, (attachment) => context.photos.detach(attachment)),
    jobs.registerWorker(fetchListingPictureJob, (payload) => fetchListingPicture(context, payload), {
      // Each job holds a file of at most 10 MB in memory.
      concurrency: 3,
    }),
    jobs.registerWorker(encodePhotoAsAvifJob, (payload) => encodePhotoAsAvif(context, payload), {
      // Encoding keeps a core busy.
      concurrency: 1,
    }),
    jobs.registerWorker(updateReviewSubjects, async (message) => {
      const isRenamed = await context.subjects.apply(message)
      const apartments = await context.subjects.findApartments(message.apartments.map(({ id }) => id))
      const isMoved = await context.changes.followLandlords(apartments)
      if (isMoved) await deliverOutbox(context)
      if (isRenamed || isMoved) context.publishInvalidation()
      await attachReviews(context)
    }),
    jobs.registerWorker(recordSuggestion, async (suggestion) => {
      await context.suggestions.record(suggestion)
      await attachReviews(context)
    }),
    jobs.registerWorker(accountDeleted, (deletion) => forgetUser(context, deletion)),
    jobs.schedule(removeUnusedPhotosJob.queue, EVERY_MS.removePhotos, () => removeUnusedPhotos(context)),
  ])
  // Completes what a killed worker left unfinished without waiting for the next sweep.
  await jobs.add(deliverReviewOutbox, {})
  if (!(await context.subjects.isComplete())) await jobs.add(publishAllReviewSubjects, {})
}

/** Sends all stats again once the last review has been read, because they contain topics. */
async function migrateTopics({ migrations, jobs }: Context): Promise<void> {
  const wasComplete = await migrations.isComplete(readTopics.id)
  const isComplete = await migrations.run(readTopics)
  if (isComplete && !wasComplete) await jobs.add(reconcileReviewStats, {})
  if (!isComplete) await jobs.add(migrateReviews, {})
}
