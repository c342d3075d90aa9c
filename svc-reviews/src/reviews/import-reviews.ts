import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { type ImportBatch, type ImportOutcome } from '@offquad/contracts'
import { type AcceptedRow, parseImportedReview } from './parse-imported-review'
import { type RequestJob } from './request-job'
import { type ImportedWrite, type ImportTarget, type ReviewsRepository } from './reviews.repository'
import { resolveImportedSubjects } from './resolve-imported-subjects'
import { type SubjectDeps } from './resolve-subject'
import { type CountedPlace, type ImportedReview } from './stored-review'

interface ImportDeps extends SubjectDeps {
  reviews: Pick<ReviewsRepository, 'listImportTargets' | 'saveImported'>
  requestRecount: RequestJob
  requestFlags: RequestJob
}

type ParsedRow = { line: number } & (AcceptedRow | { reason: string })

/** Creates or updates reviews from rows of an old export; the answer has one outcome per row, in order. */
export async function importReviews(deps: ImportDeps, batch: ImportBatch): Promise<ImportOutcome[]> {
  const rows = parseRows(batch.rows)
  const reviews = rows.flatMap((row) => ('review' in row ? row.review : []))
  const [targets, subjectOf] = await Promise.all([
    deps.reviews.listImportTargets(reviews.map(({ id }) => id)),
    resolveImportedSubjects(deps, reviews, batch.alsoImported),
  ])
  const targetOf = new Map(targets.map((target) => [target.review.id, target]))
  const writes: ImportedWrite[] = []
  const outcomes = rows.map((row): ImportOutcome => {
    const { line } = row
    if ('reason' in row) return { line, outcome: 'rejected', reason: row.reason }
    const target = targetOf.get(row.review.id)
    if (target && !target.isFromImport) {
      const reason = `id ${row.review.id} belongs to a review that was written here`
      return { line, outcome: 'rejected', reason }
    }
    const { place, note } = subjectOf(row.review)
    const write = planWrite({ ...row, review: { ...row.review, ...place } }, target)
    if (write) writes.push(write)
    const outcome = write ? (write.isNew ? 'created' : 'updated') : 'unchanged'
    const notes = [row.note, note].filter((one) => one !== undefined)
    return { line, outcome, ...(notes.length > 0 && { note: notes.join('; ') }) }
  })
  if (!batch.dryRun && writes.length > 0) {
    await deps.reviews.saveImported(writes, randomUUID())
    deps.requestRecount()
    deps.requestFlags()
  }
  return outcomes
}

/**
 * Of several rows with one id only the first is accepted: if the last one won, every run of the same file would find
 * something to update.
 */
function parseRows(rows: ImportBatch['rows']): ParsedRow[] {
  const now = new Date()
  const lineOfId = new Map<string, number>()
  return rows.map(({ line, value }): ParsedRow => {
    const parsed = parseImportedReview(value, now)
    if ('reason' in parsed) return { line, reason: parsed.reason }
    const { id } = parsed.review
    const earlier = lineOfId.get(id)
    if (earlier !== undefined)
      return { line, reason: `id ${id} is already on line ${earlier}: keep one of the two rows` }
    lineOfId.set(id, line)
    return { line, ...parsed }
  })
}

/**
 * What has to be written for a row; nothing where all it says is stored already. Status and author of a stored review
 * belong to the site: they were decided, reported or removed here since.
 */
function planWrite(
  { review, status, userId, decline }: AcceptedRow,
  target: ImportTarget | undefined,
): ImportedWrite | undefined {
  if (!target) return { review, counted: placesOf(review), isNew: true, status, userId, decline }
  if (isSameContent(target.review, review)) return undefined
  return { review, counted: placesOf(target.review, review), isNew: false }
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
function placesOf(...reviews: CountedPlace[]): CountedPlace[] {
  const places = reviews.map(({ aptId, landlordId }) => ({ aptId, landlordId }))
  const [first, second] = places
  return first && second && isDeepStrictEqual(first, second) ? [first] : places
}
