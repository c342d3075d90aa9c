import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { type ImportBatch, type ImportOutcome } from '@offquad/contracts'
import { parseImportedReview } from './parse-imported-review'
import { type RequestRecount } from './request-recount'
import { type ImportedWrite, type ReviewsRepository } from './reviews.repository'
import { type CountedPlace, type ImportedReview, type StoredReview } from './stored-review'

interface ImportDeps {
  reviews: Pick<ReviewsRepository, 'listByIds' | 'saveImported'>
  requestRecount: RequestRecount
}

/** Creates or updates reviews from rows of an old export; the answer has one outcome per row, in order. */
export async function importReviews(deps: ImportDeps, batch: ImportBatch): Promise<ImportOutcome[]> {
  const now = new Date()
  const rows = batch.rows.map(({ line, value }) => ({ line, parsed: parseImportedReview(value, now) }))
  const ids = rows.flatMap(({ parsed }) => ('review' in parsed ? [parsed.review.id] : []))
  const stored = new Map((await deps.reviews.listByIds(ids)).map((review) => [review.id, review]))
  const writes = new Map<string, ImportedWrite>()
  const outcomes = rows.map(({ line, parsed }): ImportOutcome => {
    if ('reason' in parsed) return { line, outcome: 'rejected', reason: parsed.reason }
    const decided = decide(parsed.review, stored.get(parsed.review.id), writes)
    return { line, ...decided, ...(parsed.note && { note: parsed.note }) }
  })
  if (!batch.dryRun && writes.size > 0) {
    await deps.reviews.saveImported([...writes.values()], randomUUID())
    deps.requestRecount()
  }
  return outcomes
}

/** What becomes of one row, given what is stored and what earlier rows of the same batch are about to write. */
function decide(
  review: ImportedReview,
  stored: StoredReview | undefined,
  writes: Map<string, ImportedWrite>,
): Omit<ImportOutcome, 'line'> {
  if (stored && stored.userId !== null)
    return { outcome: 'rejected', reason: `id ${review.id} belongs to a review that was written here` }
  const current = writes.get(review.id)?.review ?? stored
  if (current && isSameContent(current, review)) return { outcome: 'unchanged' }
  writes.set(review.id, { review, isNew: !stored, counted: placesOf(stored, review) })
  return { outcome: current ? 'updated' : 'created' }
}

/** Likes are left out: once imported, a review is liked here. */
function isSameContent(current: ImportedReview, next: ImportedReview): boolean {
  return isDeepStrictEqual(contentOf(current), contentOf(next))
}

function contentOf(review: ImportedReview): Omit<ImportedReview, 'id' | 'likes'> {
  const { aptId, landlordId, date, overallRating, detailedRatings, bedrooms, price } = review
  const { photos, reviewText } = review
  const { location, maintenance, safety, conditions } = detailedRatings
  return {
    ...{ aptId, landlordId, date, overallRating, bedrooms, price, photos, reviewText },
    detailedRatings: { location, maintenance, safety, conditions },
  }
}

/** A review that moves changes the counts of where it was, too. */
function placesOf(...reviews: (CountedPlace | undefined)[]): CountedPlace[] {
  const places = reviews.flatMap((review) =>
    review ? [{ aptId: review.aptId, landlordId: review.landlordId }] : [],
  )
  const [first, second] = places
  return first && second && isDeepStrictEqual(first, second) ? [first] : places
}
