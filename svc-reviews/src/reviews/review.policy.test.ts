import { type ReviewStatus } from '@offquad/contracts'
import { type Identity } from '@offquad/service-kit'
import { authorizeTransition } from './review.policy'
import { type StoredReview } from './stored-review'

const AUTHOR: Identity = { userId: 'author', role: 'student' }
const reviewIn = (status: ReviewStatus, userId: string | null = 'author') =>
  ({ id: 'r', status, userId }) as StoredReview

// Every change by everyone is in test/status.api.test.ts: here is what cannot be called.
describe('a change of status', () => {
  it('by an administrator who is the author counts as the author’s if both roles may make it', () => {
    const own: Identity = { ...AUTHOR, role: 'admin' }

    expect(authorizeTransition(own, reviewIn('DECLINED'), 'DELETED')).toBe('author')
    expect(authorizeTransition(own, reviewIn('REPORTED'), 'DELETED')).toBe('admin')
  })

  it('of a review without an author is not allowed to a visitor without an account', () => {
    const nobody = { ...AUTHOR, userId: null } as unknown as Identity

    expect(() => authorizeTransition(nobody, reviewIn('PENDING', null), 'DELETED')).toThrow(
      expect.objectContaining({ code: 'not-your-review' }),
    )
  })
})
