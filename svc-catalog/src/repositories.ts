import { openVersionCounter } from '@offquad/service-kit'
import { type Connection } from 'mongoose'
import { createApartmentPlacesRepository } from './apartments/apartment-places.repository'
import { createApartmentsRepository } from './apartments/apartments.repository'
import { createUnplacedApartmentsRepository } from './apartments/unplaced-apartments.repository'
import { createChangeLogRepository } from './change-log/change-log.repository'
import { createGuideLogRepository } from './guides/guide-log.repository'
import { createGuidesRepository } from './guides/guides.repository'
import { createLandlordsRepository } from './landlords/landlords.repository'
import { createListingPicturesRepository } from './photos/listing-pictures.repository'
import { createReviewStatsRepository } from './review-stats/review-stats.repository'
import { createListingChangesRepository } from './watched-searches/listing-changes.repository'
import { createWatchedSearchesRepository } from './watched-searches/watched-searches.repository'

export type Repositories = ReturnType<typeof openRepositories>

/** All repositories, except for the private repositories of geography. */
export function openRepositories(connection: Connection) {
  return {
    apartments: createApartmentsRepository(connection),
    places: createApartmentPlacesRepository(connection),
    unplaced: createUnplacedApartmentsRepository(connection),
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
    watchedSearches: createWatchedSearchesRepository(connection),
    listingChanges: createListingChangesRepository(connection),
  }
}
