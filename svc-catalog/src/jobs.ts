import {
  computeTravelTimes as computeTravelTimesJob,
  publishAllReviewSubjects,
  publishReviewSubjects,
  sweepPhotoUse,
  sweepTravelTimes,
  updateLandlordStats as updateLandlordStatsJob,
  updateListingStats as updateListingStatsJob,
} from '@offquad/contracts'
import { type Context } from './context'
import { tellOfPhotos } from './photos/tell-of-photos.job'
import { publishAllSubjects, publishChangedSubjects } from './review-subjects/publish-review-subjects.job'
import { updateLandlordStats, updateListingStats } from './review-stats/update-stats.job'
import { computeMissingTravelTimes } from './travel-times/compute-missing-travel-times.job'
import { computeTravelTimes } from './travel-times/compute-travel-times.job'

const PUBLISH_ALL_EVERY_MS = 600_000

/** Takes up the work of the service's queues in this process. */
export async function startJobs(context: Context): Promise<void> {
  const { jobs, config } = context
  await Promise.all([
    jobs.work(computeTravelTimesJob, (payload) => computeTravelTimes(context, payload)),
    jobs.work(updateListingStatsJob, (payload) => updateListingStats(context, payload)),
    jobs.work(updateLandlordStatsJob, (payload) => updateLandlordStats(context, payload)),
    jobs.schedule(sweepTravelTimes.queue, config.CATALOG_REFRESH_MS, () =>
      computeMissingTravelTimes(context),
    ),
    jobs.schedule(publishReviewSubjects.queue, config.CATALOG_REFRESH_MS, () =>
      publishChangedSubjects(context),
    ),
    jobs.schedule(publishAllReviewSubjects.queue, PUBLISH_ALL_EVERY_MS, () => publishAllSubjects(context)),
    jobs.schedule(sweepPhotoUse.queue, config.CATALOG_REFRESH_MS, () => tellOfPhotos(context)),
    // A copy that is empty or out of date does not wait for its turn.
    jobs.add(publishAllReviewSubjects, {}),
  ])
}
