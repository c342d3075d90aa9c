import { connectMongo, ensureIndexes, loadUniversity, openEvents, openJobs } from '@offquad/service-kit'
import { type FastifyBaseLogger } from 'fastify'
import { createApartmentPlacesRepository } from './apartments/apartment-places.repository'
import { createApartmentsRepository } from './apartments/apartments.repository'
import { type CatalogConfig } from './config'
import { createLandlordsRepository } from './landlords/landlords.repository'
import { createSubjectsVersionRepository } from './review-subjects/subjects-version.repository'
import { createLandlordStatsRepository, createListingStatsRepository } from './review-stats/stats.repository'
import { createTravelTimeEstimator } from './travel-times/estimate-travel-times'

export type Context = Awaited<ReturnType<typeof openContext>>

/** Opens what both processes of the service use. */
export async function openContext(config: CatalogConfig, log: FastifyBaseLogger) {
  const university = loadUniversity(config.UNIVERSITY_FILE)
  const connection = await connectMongo(config.MONGODB_URI, config.MONGODB_DATABASE)
  const apartments = createApartmentsRepository(connection)
  const places = createApartmentPlacesRepository(connection)
  const landlords = createLandlordsRepository(connection)
  const listingStats = createListingStatsRepository(connection)
  const landlordStats = createLandlordStatsRepository(connection)
  const subjectsVersion = createSubjectsVersionRepository(connection)
  await ensureIndexes(connection)
  const jobs = openJobs(config, log)
  const events = openEvents(config, 'svc-catalog', log)
  return {
    config,
    log,
    university,
    connection,
    apartments,
    places,
    landlords,
    listingStats,
    landlordStats,
    subjectsVersion,
    travelTimes: createTravelTimeEstimator(university.landmarks),
    jobs,
    events,
    async close() {
      await jobs.close()
      await events.close()
      await connection.close()
    },
  }
}
