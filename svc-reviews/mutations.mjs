import config from './jest.config.mjs'

/** Modules in which the suites must notice nearly every small fault: `npm run test:mutations`. */
export default {
  folder: 'svc-reviews',
  jest: config,
  modules: [
    {
      name: 'status policy',
      files: ['src/reviews/review.policy.ts'],
      suites: ['src/reviews/review.policy'],
    },
    {
      name: 'counts',
      files: ['src/review-stats/review-stats.repository.ts', 'src/review-stats/send-stats.ts'],
      suites: ['src/review-stats', 'test/send-stats'],
    },
  ],
}
