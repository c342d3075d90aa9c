import { setTimeout } from 'node:timers/promises'
import {
  connectMongo,
  ensureIndexes,
  loadUniversity,
  openMessaging,
  openVersionCounter,
} from '@offquad/service-kit'
import { type FastifyBaseLogger } from 'fastify'
import { createApartmentPlacesRepository } from './apartments/apartment-places.repository'
import { createApartmentsRepository } from './apartments/apartments.repository'
import { createUnplacedApartmentsRepository } from './apartments/unplaced-apartments.repository'
import { createChangeLogRepository } from './change-log/change-log.repository'
import { type CatalogConfig } from './config'
import {
  chooseGeocoder,
  chooseRouter,
  createGeocodeCacheRepository,
  createProviderBudgetsRepository,
  createProviderPausesRepository,
  createRoutedCommutesRepository,
  createTravelTimeEstimator,
} from './geography'
import { createGuideLogRepository } from './guides/guide-log.repository'
import { createGuidesRepository } from './guides/guides.repository'
import { createLandlordsRepository } from './landlords/landlords.repository'
import { createListingPicturesRepository } from './photos/listing-pictures.repository'
import { createReviewStatsRepository } from './review-stats/review-stats.repository'

export type Context = Awaited<ReturnType<typeof openContext>>

/** Opens what both the service and its worker use. */
export async function openContext(config: CatalogConfig, log: FastifyBaseLogger) {
  const university = loadUniversity(config.UNIVERSITY_FILE)
  const connection = await connectMongo(config.MONGODB_URI, config.MONGODB_DATABASE)
  const repositories = {
    apartments: createApartmentsRepository(connection),
    places: createApartmentPlacesRepository(connection),
    unplaced: createUnplacedApartmentsRepository(connection),
    geocodes: createGeocodeCacheRepository(connection),
    pauses: createProviderPausesRepository(connection),
    routedCommutes: createRoutedCommutesRepository(connection),
    budgets: createProviderBudgetsRepository(connection),
    landlords: createLandlordsRepository(connection),
    guides: createGuidesRepository(connection),
    guideLog: createGuideLogRepository(connection),
    changeLog: createChangeLogRepository(connection),
    reviewStats: createReviewStatsRepository(connection),
    subjectsVersion: openVersionCounter(connection, {
      name: 'SubjectsVersion',
      collection: 'subjectsVersions',
      id: 'subjects',
    }),
    pictures: createListingPicturesRepository(connection),
  }
  await ensureIndexes(connection)
  const messaging = openMessaging(config, 'svc-catalog', log, connection)
  return {
    config,
    log,
    university,
    connection,
    ...repositories,
    now: () => new Date(),
    wait: (ms: number) => setTimeout(ms),
    geocoder: chooseGeocoder(config, university),
    estimator: createTravelTimeEstimator(university.landmarks),
    router: chooseRouter(config),
    ...messaging,
  }
}
