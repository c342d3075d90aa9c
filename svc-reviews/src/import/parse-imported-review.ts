import { createHash } from 'node:crypto'
import { type Decline, isSitePicture, type ReviewStatus } from '@offquad/contracts'
import { type ImportedRow, readLinks, readOptionalId } from '@offquad/service-kit/import-fields'
import {
  readAuthor,
  readDecline,
  readId,
  readPastDate,
  readRating,
  readReviewText,
  readStatus,
  readWholeNumber,
  valueOf,
} from './import-fields'
import { type ImportedReview } from '../reviews/stored-review'

export interface AcceptedRow {
  review: ImportedReview
  /** Where the row says the review stands; counts only for a review that is new here. */
  status: ReviewStatus
  /** Who wrote it, null where the row does not say; counts only for a review that is new here. */
  userId: string | null
  /** Why it was declined, where the row says so; counts only for a review that is new here. */
  decline?: Decline
  note?: string
}

export type ParsedReview = AcceptedRow | { reason: string }

type Read = <T>(field: string, reader: (value: unknown) => T, otherwise: T) => T

/** A review of an old export in today's shape, or every reason why it cannot be one. */
export function parseImportedReview(row: ImportedRow, now: Date): ParsedReview {
  const problems: string[] = []
  const read: Read = (field, reader, otherwise) => {
    try {
      return reader(valueOf(row, field))
    } catch (error) {
      problems.push(`${field} ${(error as Error).message}`)
      return otherwise
    }
  }
  const links = readLinks(valueOf(row, 'photos'))
  const content = readContent(read, now)
  const id = read('id', readOptionalId, null)
  const status = read('status', readStatus, 'APPROVED')
  const userId = read('userId', readAuthor, null)
  const decline = read('decline', readDecline, undefined)
  if (problems.length > 0) return { reason: problems.join('; ') }
  const review = { ...content, photos: links.kept, id: id ?? idOf({ ...content, photos: links.kept }) }
  return {
    review,
    status,
    userId,
    ...(decline && status === 'DECLINED' && { decline }),
    ...noteOn(links),
  }
}

/** Pictures elsewhere stay stored as the row has them, so that the same row changes nothing the next time. */
function noteOn({ kept, dropped }: { kept: string[]; dropped: number }): { note?: string } {
  const hidden = kept.filter((photo) => !isSitePicture(photo)).length
  const notes = [
    ...(dropped > 0 ? [`${dropped} of photos left out: not a link`] : []),
    ...(hidden > 0 ? [`${hidden} of photos not shown: not uploaded here`] : []),
  ]
  return notes.length > 0 ? { note: notes.join('; ') } : {}
}

function readContent(read: Read, now: Date): Omit<ImportedReview, 'id' | 'photos'> {
  return {
    aptId: read('aptId', readOptionalId, null),
    landlordId: read('landlordId', readId, ''),
    date: read('date', (value) => readPastDate(value, now), now),
    overallRating: read('overallRating', readRating, 0),
    detailedRatings: {
      location: read('detailedRatings.location', readRating, 0),
      maintenance: read('detailedRatings.maintenance', readRating, 0),
      safety: read('detailedRatings.safety', readRating, 0),
      conditions: read('detailedRatings.conditions', readRating, 0),
    },
    bedrooms: read('bedrooms', readWholeNumber(6), 0),
    price: read('price', readWholeNumber(6), 0),
    reviewText: read('reviewText', readReviewText, ''),
    likes: read('likes', readWholeNumber(Number.MAX_SAFE_INTEGER), 0),
  }
}

/** A row without an id gets one from what it says, the same in every run. */
function idOf(content: Omit<ImportedReview, 'id'>): string {
  return createHash('sha256')
    .update(JSON.stringify({ ...content, likes: 0 }))
    .digest('hex')
    .slice(0, 24)
}
