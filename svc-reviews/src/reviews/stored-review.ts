import { type Decline, type Review } from '@offquad/contracts'

/** What a reader is told about a review, and who wrote and reported it. */
export interface StoredReview {
  id: string
  aptId: string | null
  landlordId: string
  /** Null where it is not known: imported without an author, or the author's account was deleted. */
  userId: string | null
  date: Date
  overallRating: number
  detailedRatings: Review['detailedRatings']
  bedrooms: number
  price: number
  photos: string[]
  reviewText: string
  /** Likes an import brought along, which nobody can take back, and everyone who likes it here. */
  likes: number
  status: Review['status']
  reports: { date: Date; userId: string; reason: string }[]
  /** Why it was declined; absent unless it is, and where no reason was given. */
  decline?: Decline
}

/** The part of a review that an import file says. */
export type ImportedReview = Omit<StoredReview, 'userId' | 'status' | 'reports' | 'decline'>

/** The apartment and the landlord whose public counts a review is part of. */
export interface CountedPlace {
  aptId: string | null
  landlordId: string
}

/** What an administrator made of a review. */
export interface Decision {
  adminId: string
  from: Review['status']
  to: Review['status']
  date: Date
}

/** Messages to be: what has to be counted, mailed and logged because of one write. Stored in the document it changed. */
export interface OutboxEntry extends CountedPlace {
  /** Id of the write, so that a later one is not taken for done together with it. */
  change: string
  /** The author, who is to hear that the review was approved. */
  mailTo?: string
  decision?: Decision
  /** Why it was declined. Beside the decision, as a worker of before there were reasons logs all of that. */
  decline?: Decline
}

/** What its author says in a review. */
export type ReviewContent = Pick<
  StoredReview,
  'overallRating' | 'detailedRatings' | 'bedrooms' | 'price' | 'photos' | 'reviewText'
>
