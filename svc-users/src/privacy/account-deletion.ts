import { type ReviewsAfterDeletion } from '@offquad/contracts'

/** A request to delete an account, stored before anything is erased, so that it is carried out after a crash, too. */
export interface AccountDeletion {
  userId: string
  reviews: ReviewsAfterDeletion
  requestedAt: Date
  /** The other services have received it. */
  isPublished: boolean
}
