import { type Decline, type Review } from '@offquad/contracts'

/** A review with its author and reporters. */
export interface StoredReview {
  id: string
  aptId: string | null
  landlordId: string
  /** Null where it is unknown: imported without an author, or the author's account was deleted. */
  userId: string | null
  date: Date
  overallRating: number
  detailedRatings: Review['detailedRatings']
  bedrooms: number
  price: number
  photos: string[]
  reviewText: string
  /** Imported likes, which cannot be removed, and those that users gave it here. */
  likes: number
  status: Review['status']
  reports: { date: Date; userId: string; reason: string }[]
  /** Why it was declined; absent unless it is, and where no reason was given. */
  decline?: Decline
}

/** The part of a review that an import file decides. */
export type ImportedReview = Omit<StoredReview, 'userId' | 'status' | 'reports' | 'decline'>

/** What a review is about. Its stats are those of the apartment and of the landlord. */
export interface ReviewSubject {
  aptId: string | null
  landlordId: string
}

/** An administrator's decision about a review. */
export interface Decision {
  adminId: string
  from: Review['status']
  to: Review['status']
  date: Date
}

/** What one write causes: stats to compute, a mail, a line of the log. Stored in the document it changed until delivered. */
export interface OutboxEntry extends ReviewSubject {
  /** Id of the write, so that a later one is not removed together with it. */
  change: string
  /** The author, who gets a mail that the review was approved. */
  mailTo?: string
  decision?: Decision
  /** Why it was declined. Not part of `decision`, because workers of older versions log every field of that. */
  decline?: Decline
}

/** What the author decides in a review. */
export type ReviewContent = Pick<
  StoredReview,
  'overallRating' | 'detailedRatings' | 'bedrooms' | 'price' | 'photos' | 'reviewText'
>
