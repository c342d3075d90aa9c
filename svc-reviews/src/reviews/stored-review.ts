import {
  type Change,
  type Decline,
  type Opinion,
  resourceOf,
  type Review,
  type ReviewTopic,
} from '@offquad/contracts'

/** Stands for the id of a user whose account was deleted. */
export const DELETED_USER = 'account-deleted'

/** A review with its author and reporters. */
export interface StoredReview {
  id: string
  aptId: string | null
  landlordId: string
  /** Null when unknown: the review was imported without an author, or the author's account was deleted. */
  userId: string | null
  date: Date
  overallRating: number
  detailedRatings: Review['detailedRatings']
  bedrooms: number
  price: number
  /** Month in which the lease was signed, 1 to 12; 0 or absent: unknown. Only counts per area are public. */
  signedMonth?: number
  photos: string[]
  reviewText: string
  /** The number of likes: imported likes, which cannot be removed, and likes of users. */
  likes: number
  status: Review['status']
  /** `textFingerprint` belongs to the reported text. */
  reports: { date: Date; userId: string; reason: string; textFingerprint: string }[]
  /** The reason of the decline; absent if it is not declined or no reason was given. */
  decline?: Decline
  /** The suggested apartment that it is about; absent once the apartment is added. */
  suggestion?: { id: string; name: string }
}

/** The fields of a review that an import file sets. */
export type ImportedReview = Omit<StoredReview, 'userId' | 'status' | 'reports' | 'decline' | 'suggestion'>

/** The subject of a review, whose stats it counts for: the apartment and the landlord. */
export interface ReviewSubject {
  aptId: string | null
  landlordId: string
}

/** The resources that a change of a review of this subject invalidates. */
export const resourcesOf = ({ aptId, landlordId }: ReviewSubject): string[] => [
  ...(aptId === null ? [] : [resourceOf('apartment', aptId)]),
  resourceOf('landlord', landlordId),
]

/** @param version of the review stats that reads wait for; absent: reads do not wait */
export const changesOf = (subject: ReviewSubject, version?: number): Change[] =>
  resourcesOf(subject).map((resource) => ({ resource, ...(version !== undefined && { version }) }))

/** An administrator's decision about a review. */
export interface Decision {
  adminId: string
  from: Review['status']
  to: Review['status']
  date: Date
}

/** The messages of one write: stats to compute, a mail, a log entry. Stored in the changed document until delivered. */
export interface OutboxEntry extends ReviewSubject {
  /** Id of the write. Delivered entries are removed by this id, so that later entries stay. */
  change: string
  /** The author, who is notified of the approval by mail; users who bookmarked the place are alerted, too. */
  mailTo?: string
  decision?: Decision
  /** The reason of the decline. */
  decline?: Decline
}

/** The fields of a review that its author sets. */
export type ReviewContent = Pick<
  StoredReview,
  'overallRating' | 'detailedRatings' | 'bedrooms' | 'price' | 'signedMonth' | 'photos' | 'reviewText'
>

/** Requires every field, even optional ones, so that code that lists the fields of a review misses none. */
export type EveryField<T> = { [K in keyof Required<T>]: T[K] }

/** Topics that a worker found in the text of a review, and the version of the lexicon. */
export type FoundTopics = { lexicon: number } & Record<Opinion, ReviewTopic[]>
