import { testOnlySources, withCallsOfFeature } from './test'

describe('npm test -- svc-reviews/src/likes', () => {
  it.each([
    ['svc-reviews/src/likes', 'svc-reviews/test/likes.api.test.ts', true],
    ['svc-reviews/src/likes/', 'svc-reviews/src/likes/like-review.test.ts', true],
    ['svc-reviews/src/likes', 'svc-reviews/test/photos.api.test.ts', false],
    ['svc-reviews/src/likes/like-review.test.ts', 'svc-reviews/src/likes/like-review.test.ts', true],
    ['mfe-browse/src', 'mfe-browse/src/remote.test.ts', true],
  ])('%s runs %s: %s', (pattern, suite, isRun) => {
    expect(new RegExp(withCallsOfFeature(pattern)).test(suite)).toBe(isRun)
  })
})

describe('npm test', () => {
  it.each([
    [['svc-users', '-t', 'signs out'], true],
    [['packages/search-index', '--watch'], true],
    [['svc-users', 'e2e/specs/access.test.ts'], false],
    [['-t', 'signs out'], false],
    [['--changed'], false],
  ])('%j needs no build: %s', (args, isWithout) => {
    expect(testOnlySources(args)).toBe(isWithout)
  })
})
