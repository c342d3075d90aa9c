import { credential, jobSettings, loadConfig, publicUrlSettings, serviceSettings } from '@offquad/service-kit'
import { type Static, Type } from 'typebox'

export const reviewsSettings = Type.Object({
  ...serviceSettings,
  ...jobSettings,
  PUBLIC_URL: publicUrlSettings.PUBLIC_URL,
  MONGODB_DATABASE: Type.String({
    default: 'offquad-reviews',
    description: 'Database of this service alone',
  }),
  S3_BUCKET: Type.Optional(
    Type.String({ description: 'Bucket photos are kept in; without it they are kept in MongoDB' }),
  ),
  S3_REGION: Type.String({ default: 'us-east-1', description: 'Region of the bucket' }),
  S3_ENDPOINT: Type.Optional(
    Type.String({
      pattern: '^https?://',
      description: "URL of an S3-compatible storage other than Amazon's",
    }),
  ),
  S3_ACCESS_KEY_ID: Type.Optional(
    credential({ description: 'Access key of the bucket; without it the identity of the machine' }),
  ),
  S3_SECRET_ACCESS_KEY: Type.Optional(credential({ description: 'Its secret' })),
})
export type ReviewsConfig = Static<typeof reviewsSettings>

export function loadReviewsConfig(): ReviewsConfig {
  return loadConfig(reviewsSettings, process.env)
}
