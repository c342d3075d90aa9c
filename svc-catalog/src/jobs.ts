import {
  computeTravelTimes as computeTravelTimesJob,
  forgetAdministrator as forgetAdministratorJob,
  geocodeApartment as geocodeApartmentJob,
  matchChangedListings as matchChangedListingsJob,
  publishAllReviewSubjects,
  publishReviewSubjects,
  reconcileListingPictures as reconcileListingPicturesJob,
  routeCommutes as routeCommutesJob,
  routeTravelTimes as routeTravelTimesJob,
  sweepGeocoding as sweepGeocodingJob,
  sweepListingPictures as sweepListingPicturesJob,
  sweepPhotoUse,
  sweepTravelTimes,
  updateListingPicture as updateListingPictureJob,
  updateReviewStats,
  watchSearches,
} from '@offquad/contracts'
import {
  computeMissingTravelTimes,
  computeTravelTimes,
  createCommuteTimes,
  geocodeApartment,
  routeCommutes,
  routeTravelTimes,
  sweepGeocoding,
} from './geography'
import { type BusTimes } from './catalog/catalog'
import { forgetAdministrator } from './forget-administrator.job'
import { logChanges } from './change-log/log-changes'
import { type Context } from './context'
import { logGuideChanges } from './guides/log-guide-changes'
import {
  reconcileListingPictures,
  sweepListingPictures,
  updateListingPicture,
} from './photos/listing-pictures.job'
import { publishPhotoUsage } from './photos/publish-photo-usage'
import { publishAllSubjects, publishChangedSubjects } from './review-subjects/publish-review-subjects.job'
import { storeStats } from './review-stats/review-stats.repository'
import { matchChangedListings } from './watched-searches/match-changed-listings.job'

const PUBLISH_ALL_EVERY_MS = 600_000
const RECONCILE_PICTURES_EVERY_MS = 3_600_000
/** One request for walking, one for driving. */
const REQUESTS_PER_ROUTING = 2

/**
 * Runs the workers of the service's queues in this process.
 * @param buses undefined: there is no timetable
 */
export async function startJobs(context: Context, buses?: BusTimes): Promise<void> {
  const { jobs, config } = context
  // Watched searches use estimates only: they do not wait for a router.
  const commuteTimes = createCommuteTimes(undefined, buses)
  await Promise.all([
    jobs.registerWorker(computeTravelTimesJob, (payload) => computeTravelTimes(context, payload)),
    jobs.registerWorker(routeTravelTimesJob, (payload) => routeTravelTimes(context, payload), {
      concurrency: 1,
      limiter: { max: 1, duration: Math.ceil((REQUESTS_PER_ROUTING * 1000) / config.ROUTING_PER_SECOND) },
    }),
    jobs.registerWorker(routeCommutesJob, (payload) => routeCommutes(context, payload), { concurrency: 1 }),
    jobs.registerWorker(geocodeApartmentJob, (payload) => geocodeApartment(context, payload), {
      concurrency: 1,
      limiter: { max: 1, duration: Math.ceil(1000 / config.GEOCODER_PER_SECOND) },
    }),
    jobs.schedule(sweepGeocodingJob.queue, config.CATALOG_REFRESH_MS, async () => {
      await context.apartments.dropCoordinatesOfOldAddresses()
      await sweepGeocoding(context)
    }),
    jobs.registerWorker(updateReviewStats, (stats) => storeStats(context, stats)),
    jobs.schedule(sweepTravelTimes.queue, config.CATALOG_REFRESH_MS, () =>
      computeMissingTravelTimes(context),
    ),
    jobs.schedule(publishReviewSubjects.queue, config.CATALOG_REFRESH_MS, () =>
      publishChangedSubjects(context),
    ),
    jobs.schedule(publishAllReviewSubjects.queue, PUBLISH_ALL_EVERY_MS, () => publishAllSubjects(context)),
    jobs.schedule(sweepPhotoUse.queue, config.CATALOG_REFRESH_MS, async () => {
      await publishPhotoUsage(context)
      await logChanges(context)
      await logGuideChanges(context)
    }),
    jobs.schedule(sweepListingPicturesJob.queue, config.CATALOG_REFRESH_MS, () =>
      sweepListingPictures(context),
    ),
    jobs.schedule(reconcileListingPicturesJob.queue, RECONCILE_PICTURES_EVERY_MS, () =>
      reconcileListingPictures(context),
    ),
    jobs.registerWorker(forgetAdministratorJob, (deletion) => forgetAdministrator(context, deletion)),
    jobs.registerWorker(updateListingPictureJob, (payload) => updateListingPicture(context, payload)),
    jobs.registerWorker(watchSearches, ({ searches }) =>
      context.watchedSearches.watch(searches, context.now()),
    ),
    jobs.schedule(matchChangedListingsJob.queue, config.CATALOG_REFRESH_MS, () =>
      matchChangedListings({ ...context, commuteTimes }),
    ),
    // An empty or outdated copy in svc-reviews need not wait for the schedule.
    jobs.add(publishAllReviewSubjects, {}),
  ])
}
