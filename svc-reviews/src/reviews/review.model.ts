import { DECLINE_REASONS, REVIEW_STATUSES } from '@offquad/contracts'
import { documentSchema, required } from '@offquad/service-kit'
import { type Connection } from 'mongoose'
import { type FoundTopics, type OutboxEntry, type StoredReview } from './stored-review'

export interface ReviewDocument extends Omit<StoredReview, 'id'> {
  _id: string
  /** The same in all reviews of an author whose account was deleted; random, so that it does not tell whose they were. */
  formerAuthor?: string
  /** Imported likes only; likes of users are separate documents. */
  likes: number
  /** The owner of the content: the import file, until the author edits the review here. */
  contentSource: 'import' | 'author'
  /** The month of `date`, which lists of public reviews are sorted by. */
  month: string
  /** The fingerprint of `reviewText`. */
  textFingerprint: string
  /** Topics of a visible review; outdated while it is pending. */
  topics?: FoundTopics
  changedAt: Date
  outbox: OutboxEntry[]
}

/** Fields that repositories leave out of the reviews that they return. */
export const BOOKKEEPING = [
  'formerAuthor',
  'outbox',
  'changedAt',
  'month',
  'contentSource',
  'textFingerprint',
  'topics',
] as const satisfies (keyof ReviewDocument)[]

const decline = { type: { reason: { type: String, enum: DECLINE_REASONS }, note: String }, _id: false }

const schema = documentSchema<ReviewDocument>({
  _id: required.text,
  aptId: { type: String, default: null },
  landlordId: required.text,
  userId: { type: String, default: null },
  formerAuthor: String,
  date: required.date,
  month: required.text,
  overallRating: required.number,
  detailedRatings: {
    location: required.number,
    maintenance: required.number,
    safety: required.number,
    conditions: required.number,
  },
  bedrooms: required.number,
  price: required.number,
  signedMonth: Number,
  photos: [String],
  reviewText: required.text,
  likes: required.number,
  status: { ...required.text, enum: REVIEW_STATUSES },
  reports: [
    {
      _id: false,
      date: required.date,
      userId: required.text,
      reason: { type: String, default: '' },
      textFingerprint: required.text,
    },
  ],
  contentSource: { ...required.text, enum: ['import', 'author'] },
  textFingerprint: required.text,
  decline,
  suggestion: { type: { id: String, name: String }, _id: false },
  topics: { type: { lexicon: Number, praised: [String], criticised: [String] }, _id: false },
  changedAt: required.date,
  outbox: [
    {
      _id: false,
      change: required.text,
      aptId: { type: String, default: null },
      landlordId: required.text,
      mailTo: String,
      decision: {
        type: { adminId: required.text, from: required.text, to: required.text, date: required.date },
        _id: false,
      },
      decline,
    },
  ],
})

// Public lists, also by rating in either direction, and filtered by bedrooms.
for (const subject of ['aptId', 'landlordId']) {
  schema.index({ [subject]: 1, status: 1, month: -1, _id: 1 })
  schema.index({ [subject]: 1, status: 1, overallRating: -1, month: -1, _id: 1 })
  schema.index({ [subject]: 1, status: 1, overallRating: 1, month: -1, _id: 1 })
  schema.index({ [subject]: 1, status: 1, bedrooms: 1, month: -1, _id: 1 })
}
schema.index({ status: 1, month: -1, _id: 1 })
// Lists of administrators and authors, who see exact times.
schema.index({ status: 1, date: -1, _id: 1 })
schema.index({ userId: 1, status: 1, date: -1, _id: 1 })
schema.index({ textFingerprint: 1 })
schema.index({ 'topics.lexicon': 1 })
// For migrations, which read changed reviews.
schema.index({ changedAt: 1 })
schema.index({ photos: 1 })
schema.index({ 'suggestion.id': 1 }, { sparse: true })
schema.index({ 'outbox.change': 1 }, { sparse: true })
schema.index({ 'reports.date': 1 }, { sparse: true })
schema.index({ 'reports.userId': 1 }, { sparse: true })

export function reviewModel(connection: Connection) {
  return connection.model('Review', schema, 'reviews')
}
