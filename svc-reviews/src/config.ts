import { loadConfig, serviceSettings } from '@offquad/service-kit'
import { type Static, Type } from 'typebox'

const ReviewsConfig = Type.Object({
  ...serviceSettings,
  MONGODB_DATABASE: Type.String({
    default: 'offquad-reviews',
    description: 'Database of this service alone',
  }),
})
export type ReviewsConfig = Static<typeof ReviewsConfig>

export function loadReviewsConfig(): ReviewsConfig {
  return loadConfig(ReviewsConfig, process.env)
}
