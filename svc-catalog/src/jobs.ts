import {
  computeTravelTimes as computeTravelTimesJob,
  sweepPhotoUse,
  sweepTravelTimes,
  updateLandlordStats as updateLandlordStatsJob,
  updateListingStats as updateListingStatsJob,
} from '@offquad/contracts'
import { type Context } from './context'
import { tellOfPhotos } from './photos/tell-of-photos.job'
import { updateLandlordStats, updateListingStats } from './review-stats/update-stats.job'
import { computeMissingTravelTimes } from './travel-times/compute-missing-travel-times.job'
import { computeTravelTimes } from './travel-times/compute-travel-times.job'

/** Takes up the work of the service's queues in this process. */
export async function startJobs(context: Context): Promise<void> {
  const { jobs, config } = context
  await jobs.work(computeTravelTimesJob, (payload) => computeTravelTimes(context, payload))
  await jobs.work(updateListingStatsJob, (payload) => updateListingStats(context, payload))
  await jobs.work(updateLandlordStatsJob, (payload) => updateLandlordStats(context, payload))
  await jobs.schedule(sweepTravelTimes.queue, config.CATALOG_REFRESH_MS, () =>
    computeMissingTravelTimes(context),
  )
  await jobs.schedule(sweepPhotoUse.queue, config.CATALOG_REFRESH_MS, () => tellOfPhotos(context))
}
