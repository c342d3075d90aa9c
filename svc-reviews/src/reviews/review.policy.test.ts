import { REVIEW_STATUSES, type ReviewStatus } from '@offquad/contracts'
import { type Caller, type Identity } from '@offquad/service-kit'
import {
  authorizeTransition,
  EDITABLE,
  findVisible,
  isVisible,
  requireAuthor,
  requireOther,
  requireReader,
  requireUser,
} from './review.policy'
import { type StoredReview } from './stored-review'

const AUTHOR: Identity = { userId: 'author', role: 'student' }
const OTHER: Identity = { ...AUTHOR, userId: 'other' }
const ADMIN: Identity = { ...AUTHOR, userId: 'admin', role: 'admin' }
const callerOf = (identity: Identity | undefined) => ({ identity }) as Caller

const reviewIn = (status: ReviewStatus, userId: string | null = 'author') =>
  ({ id: 'r', status, userId }) as StoredReview

function outcomeOf(decide: () => unknown): unknown {
  try {
    return decide()
  } catch (error) {
    return (error as { code: string }).code
  }
}

describe('a change of status', () => {
  const [AS_AUTHOR, AS_ADMIN, LATE, FORBIDDEN] = ['author', 'admin', 'wrong-review-status', 'not-your-review']

  /** The outcome for a review in each status, in the order of REVIEW_STATUSES. */
  it.each([
    ['its author', 'DELETED', AUTHOR, [AS_AUTHOR, AS_AUTHOR, LATE, AS_AUTHOR, LATE]],
    ['its author', 'APPROVED', AUTHOR, [FORBIDDEN, FORBIDDEN, FORBIDDEN, FORBIDDEN, FORBIDDEN]],
    ['its author', 'DECLINED', AUTHOR, [FORBIDDEN, FORBIDDEN, FORBIDDEN, FORBIDDEN, FORBIDDEN]],
    ['its author', 'PENDING', AUTHOR, [LATE, LATE, LATE, LATE, LATE]],
    ['another student', 'DELETED', OTHER, [FORBIDDEN, FORBIDDEN, FORBIDDEN, FORBIDDEN, FORBIDDEN]],
    ['another student', 'APPROVED', OTHER, [FORBIDDEN, FORBIDDEN, FORBIDDEN, FORBIDDEN, FORBIDDEN]],
    ['another student', 'PENDING', OTHER, [LATE, LATE, LATE, LATE, LATE]],
    ['an administrator', 'APPROVED', ADMIN, [LATE, AS_ADMIN, AS_ADMIN, AS_ADMIN, LATE]],
    ['an administrator', 'DECLINED', ADMIN, [LATE, AS_ADMIN, LATE, LATE, LATE]],
    ['an administrator', 'DELETED', ADMIN, [LATE, LATE, AS_ADMIN, AS_ADMIN, LATE]],
    ['an administrator', 'PENDING', ADMIN, [LATE, LATE, LATE, LATE, LATE]],
  ] as const)('by %s to %s depends on the status it has', (_who, to, identity, expected) => {
    const outcomes = REVIEW_STATUSES.map((status) =>
      outcomeOf(() => authorizeTransition(identity, reviewIn(status), to)),
    )

    expect(outcomes).toEqual(expected)
  })

  it('by an administrator who is the author counts as the author’s if both roles may make it', () => {
    const own = { ...ADMIN, userId: 'author' }

    expect(authorizeTransition(own, reviewIn('DECLINED'), 'DELETED')).toBe('author')
    expect(authorizeTransition(own, reviewIn('REPORTED'), 'DELETED')).toBe('admin')
  })

  it('of a review without an author is not allowed to a visitor without an account', () => {
    const nobody = { ...OTHER, userId: null } as unknown as Identity

    expect(outcomeOf(() => authorizeTransition(nobody, reviewIn('PENDING', null), 'DELETED'))).toBe(FORBIDDEN)
  })
})

describe('a review', () => {
  it('is visible to everyone while it is approved or reported', () => {
    expect(REVIEW_STATUSES.filter((status) => isVisible({ status }))).toEqual(['APPROVED', 'REPORTED'])
  })

  it.each([
    ['is not found by a visitor', undefined, false],
    ['is not found by another student', OTHER, false],
    ['is found by its author', AUTHOR, true],
    ['is found by an administrator', ADMIN, true],
  ])('that is pending %s', async (_what, identity, isFound) => {
    const pending = reviewIn('PENDING')
    const found = findVisible({ find: async () => pending }, 'r', callerOf(identity))

    expect(await found.catch(({ code }) => code)).toBe(isFound ? pending : 'review-not-found')
  })

  it('that is approved is found by anyone, and one that does not exist is not found', async () => {
    const approved = reviewIn('APPROVED')

    expect(await findVisible({ find: async () => approved }, 'r', callerOf(undefined))).toBe(approved)
    await expect(findVisible({ find: async () => undefined }, 'r', callerOf(ADMIN))).rejects.toMatchObject({
      code: 'review-not-found',
      message: expect.stringContaining('no such review'),
    })
  })

  it('may be edited only by its author, and liked only by others', () => {
    expect(EDITABLE).toEqual(['PENDING', 'APPROVED', 'DECLINED'])
    expect(outcomeOf(() => requireAuthor(AUTHOR, reviewIn('PENDING')))).toBeUndefined()
    expect(outcomeOf(() => requireAuthor(ADMIN, reviewIn('PENDING')))).toBe('not-your-review')
    expect(outcomeOf(() => requireOther(OTHER, reviewIn('APPROVED')))).toBeUndefined()
    expect(outcomeOf(() => requireOther(AUTHOR, reviewIn('APPROVED')))).toBe('your-own-review')
  })
})

describe('a list of reviews', () => {
  it('in a public status is for everyone, in any other status for administrators', () => {
    const read = (identity: Identity | undefined, status: ReviewStatus) =>
      outcomeOf(() => requireReader(callerOf(identity), status, ['APPROVED']))

    expect(read(undefined, 'APPROVED')).toBeUndefined()
    expect(read(ADMIN, 'PENDING')).toBeUndefined()
    expect(read(OTHER, 'PENDING')).not.toBeUndefined()
    expect(read(undefined, 'PENDING')).not.toBeUndefined()
  })

  it('of a user is for that user only', () => {
    expect(outcomeOf(() => requireUser(callerOf(AUTHOR), 'author'))).toBeUndefined()
    expect(outcomeOf(() => requireUser(callerOf(ADMIN), 'author'))).toBe('not-your-list')
  })
})
