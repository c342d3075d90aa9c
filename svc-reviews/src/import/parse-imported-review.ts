import { createHash } from 'node:crypto'
import { type Decline, isSitePicture, MONTHS, type ReviewStatus } from '@offquad/contracts'
import {
  type ImportedRow,
  readLinks,
  readOptionalId,
  refuseSpreadsheetError,
} from '@offquad/service-kit/import-fields'
import { type ImportedReview } from '../reviews/stored-review'
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

export interface AcceptedRow {
  id: string
  review: ImportedReview
  /** The row's status; used only for new reviews. */
  status: ReviewStatus
  /** The author, or null if the row has none; used only for new reviews. */
  userId: string | null
  /** The reason of the decline, if the row has one; used only for new reviews. */
  decline?: Decline
  notes: string[]
}

export type ParsedReview = AcceptedRow | { reason: string }

type Read = <T>(field: string, reader: (value: unknown) => T, otherwise: T) => T

/** A review of an old export in the current shape, or all reasons for its rejection. */
export function parseImportedReview(row: ImportedRow, now: Date): ParsedReview {
  const problems: string[] = []
  const read: Read = (field, reader, otherwise) => {
    try {
      const value = valueOf(row, field)
      refuseSpreadsheetError(value)
      return reader(value)
    } catch (error) {
      problems.push(`${field} ${(error as Error).message}`)
      return otherwise
    }
  }
  const links = read('photos', readLinks, { kept: [], dropped: 0 })
  const content = readContent(read, now)
  const id = read('id', readOptionalId, null)
  const status = read('status', readStatus, 'APPROVED')
  const userId = read('userId', readAuthor, null)
  const decline = read('decline', readDecline, undefined)
  if (problems.length > 0) return { reason: problems.join('; ') }
  const review = { ...content, photos: links.kept, id: id ?? idOf({ ...content, photos: links.kept }) }
  return {
    id: review.id,
    review,
    status,
    userId,
    ...(decline && status === 'DECLINED' && { decline }),
    notes: notesOn(links),
  }
}

/** URLs of pictures on other servers are stored as in the row, so that the next import of the same row changes nothing. */
function notesOn({ kept, dropped }: { kept: string[]; dropped: number }): string[] {
  const hidden = kept.filter((photo) => !isSitePicture(photo)).length
  return [
    ...(dropped > 0 ? [`${dropped} of photos left out: not a link`] : []),
    ...(hidden > 0 ? [`${hidden} of photos not shown: not uploaded here`] : []),
  ]
}

function readContent(read: Read, now: Date): Omit<ImportedReview, 'id' | 'photos'> {
  const signedMonth = read('signedMonth', readWholeNumber(MONTHS.length), 0)
  const aptId = read('aptId', readOptionalId, null)
  return {
    aptId,
    landlordId:
      aptId === null ? read('landlordId', readId, '') : (read('landlordId', readOptionalId, null) ?? ''),
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
    // Omitted if absent, as in older rows, whose ids are derived from their content.
    ...(signedMonth > 0 && { signedMonth }),
    reviewText: read('reviewText', readReviewText, ''),
    likes: read('likes', readWholeNumber(1_000_000), 0),
  }
}

/** A row without an id gets one derived from its content, so that it is the same in every run. */
function idOf(content: Omit<ImportedReview, 'id'>): string {
  return createHash('sha256')
    .update(JSON.stringify({ ...content, likes: 0 }))
    .digest('hex')
    .slice(0, 24)
}
