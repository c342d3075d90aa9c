import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { type ImportBatch, type ImportOutcome, UNKNOWN_LANDLORD } from '@offquad/contracts'
import { type Repositories } from '../repositories'
import { type EveryField, type ImportedReview, type ReviewSubject } from '../reviews/stored-review'
import { type ImportedWrite, type ImportTarget } from './imported-reviews.repository'
import { type AcceptedRow, parseImportedReview } from './parse-imported-review'

export interface ImportDeps extends Pick<Repositories, 'importedReviews' | 'subjects'> {
  flushOutbox: () => void
  enqueueFlagging: () => void
  now: () => Date
}

type ParsedRow = { line: number } & (AcceptedRow | { reason: string })

/** Creates or updates reviews from rows of an old export; returns one outcome per row, in order. */
export async function importReviews(deps: ImportDeps, batch: ImportBatch): Promise<ImportOutcome[]> {
  const rows = parseRows(batch.rows, deps.now())
  const reviews = rows.flatMap((row) => ('review' in row ? row.review : []))
  const [targets, subjectOf] = await Promise.all([
    deps.importedReviews.listTargets(reviews.map(({ id }) => id)),
    resolveSubjects(deps, reviews, batch.alsoImported),
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
    const { subject, note } = subjectOf(row.review)
    const write = planWrite({ ...row, review: { ...row.review, ...subject } }, target)
    if (write) writes.push(write)
    const outcome = write ? (write.isNew ? 'created' : 'updated') : 'unchanged'
    const notes = [row.note, note].filter((text) => text !== undefined)
    return { line, outcome, ...(notes.length > 0 && { note: notes.join('; ') }) }
  })
  if (!batch.dryRun && writes.length > 0) {
    await deps.importedReviews.save(writes, randomUUID())
    deps.flushOutbox()
    deps.enqueueFlagging()
  }
  return outcomes
}

/**
 * Among rows with the same id, only the first is accepted: if the last row won, every run of the same file would find
 * something to update.
 */
function parseRows(rows: ImportBatch['rows'], now: Date): ParsedRow[] {
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
 * The write for a row; undefined if its content is stored already. A stored review keeps its status and author, because they
 * may have changed here since.
 */
function planWrite(
  { review, status, userId, decline }: AcceptedRow,
  target: ImportTarget | undefined,
): ImportedWrite | undefined {
  if (!target) return { review, subjects: subjectsOf(review), isNew: true, status, userId, decline }
  if (isSameContent(target.review, review)) return undefined
  return { review, subjects: subjectsOf(target.review, review), isNew: false }
}

/** Ignores likes: after the first import, users change them here. */
function isSameContent(current: ImportedReview, next: ImportedReview): boolean {
  return isDeepStrictEqual(contentOf(current), contentOf(next))
}

function contentOf(review: ImportedReview): EveryField<Omit<ImportedReview, 'id' | 'likes'>> {
  const { location, maintenance, safety, conditions } = review.detailedRatings
  return {
    aptId: review.aptId,
    landlordId: review.landlordId,
    date: review.date,
    overallRating: review.overallRating,
    detailedRatings: { location, maintenance, safety, conditions },
    bedrooms: review.bedrooms,
    price: review.price,
    signedMonth: review.signedMonth ?? 0,
    photos: review.photos,
    reviewText: review.reviewText,
  }
}

/** A review that changes its subject also changes the stats of the former subject. */
function subjectsOf(...reviews: ReviewSubject[]): ReviewSubject[] {
  const subjects = reviews.map(({ aptId, landlordId }) => ({ aptId, landlordId }))
  const [first, second] = subjects
  return first && second && isDeepStrictEqual(first, second) ? [first] : subjects
}

interface ResolvedSubject {
  subject: ReviewSubject
  /** Asks the administrator to check something. */
  note?: string
}

/**
 * Looks up the subjects of imported reviews. Unlike new reviews, imported reviews of unknown subjects are stored, because
 * their apartment may be imported later. The landlord is taken from the apartment, if known.
 */
async function resolveSubjects(
  { subjects }: Pick<ImportDeps, 'subjects'>,
  named: ReviewSubject[],
  alsoImported: ImportBatch['alsoImported'] = {},
): Promise<(subject: ReviewSubject) => ResolvedSubject> {
  const [apartments, landlords, isComplete] = await Promise.all([
    subjects.findApartments(distinct(named.flatMap(({ aptId }) => aptId ?? []))),
    subjects.findLandlords(distinct(named.map(({ landlordId }) => landlordId))),
    subjects.isComplete(),
  ])
  const imported = (alsoImported.apartments ?? []).map(({ id, landlordId }) => [id, { landlordId }] as const)
  const apartmentOf = new Map([...apartments, ...imported])
  const knownLandlords = new Set([...landlords, ...(alsoImported.landlordIds ?? [])])

  return ({ aptId, landlordId }) => {
    const apartment = aptId === null ? undefined : apartmentOf.get(aptId)
    const owner = apartment?.landlordId ?? (landlordId || UNKNOWN_LANDLORD)
    const notes = [
      ...(isComplete && aptId !== null && !apartment ? [`apartment ${aptId} does not exist`] : []),
      ...(owner === landlordId || !landlordId
        ? []
        : [`landlord ${owner} of apartment ${aptId} taken instead of ${landlordId}`]),
      ...(isComplete && landlordId && !apartment && !knownLandlords.has(landlordId)
        ? [`landlord ${landlordId} does not exist`]
        : []),
    ]
    return { subject: { aptId, landlordId: owner }, ...(notes.length > 0 && { note: notes.join('; ') }) }
  }
}

const distinct = (ids: string[]): string[] => [...new Set(ids)]
