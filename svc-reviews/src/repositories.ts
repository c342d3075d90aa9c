import { type Connection } from 'mongoose'
import { createImportedReviewsRepository } from './import/imported-reviews.repository'
import { createLikesRepository } from './likes/likes.repository'
import { createModerationLogRepository } from './moderation/moderation-log.repository'
import { createPhotosRepository } from './photos/photos.repository'
import { createReviewStatsRepository } from './review-stats/review-stats.repository'
import { createPublicReviewsRepository } from './reviews/public-reviews.repository'
import { createReviewAuthorsRepository } from './reviews/review-authors.repository'
import { createReviewChangesRepository } from './reviews/review-changes.repository'
import { createReviewSubjectsRepository } from './reviews/review-subjects.repository'
import { createReviewsRepository } from './reviews/reviews.repository'
import { createReviewTopicsRepository } from './reviews/review-topics.repository'
import { createSuggestionsRepository } from './reviews/suggestions.repository'

export type Repositories = ReturnType<typeof openRepositories>

export function openRepositories(connection: Connection) {
  const likes = createLikesRepository(connection)
  return {
    likes,
    reviews: createReviewsRepository(connection, likes),
    publicReviews: createPublicReviewsRepository(connection, likes),
    changes: createReviewChangesRepository(connection),
    authors: createReviewAuthorsRepository(connection),
    subjects: createReviewSubjectsRepository(connection),
    suggestions: createSuggestionsRepository(connection),
    importedReviews: createImportedReviewsRepository(connection),
    moderationLog: createModerationLogRepository(connection),
    stats: createReviewStatsRepository(connection),
    topics: createReviewTopicsRepository(connection),
    photos: createPhotosRepository(connection),
  }
}
