import { type ReviewsAfterDeletion } from '@offquad/contracts'

/** A wish that was stored before anything was erased, so that it is carried out whatever happens. */
export interface AccountDeletion {
  userId: string
  reviews: ReviewsAfterDeletion
  requestedAt: Date
  /** The other services have heard of it. */
  isTold: boolean
}
