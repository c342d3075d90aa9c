import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { type ImportBatch, type ImportOutcome, UNKNOWN_LANDLORD } from '@offquad/contracts'
import { isAccepted, parseRows, planRows } from '@offquad/service-kit'
import { type Repositories } from '../repositories'
import { type ImportedReview, type ReviewSubject } from '../reviews/stored-review'
import { type ImportedWrite, type ImportTarget } from './imported-reviews.repository'
import { type AcceptedRow, parseImportedReview } from './parse-imported-review'

export interface ImportDeps extends Pick<Repositories, 'importedReviews' | 'subjects'> {
  flushOutbox: () => void
  now: () => Date
}

/** Creates or updates reviews from rows of an old export; returns one outcome per row, in order. */
export async function importReviews(deps: ImportDeps, batch: ImportBatch): Promise<ImportOutcome[]> {
  const now = deps.now()
  const rows = parseRows(batch.rows, (row) => parseImportedReview(row, now))
  const reviews = rows.filter(isAccepted).map(({ review }) => review)
  const [targets, subjectOf] = await Promise.all([
    deps.importedReviews.listTargets(reviews.map(({ id }) => id)),
    resolveSubjects(deps, reviews, batch.alsoImported),
  ])
  const targetOf = new Map(targets.map((target) => [target.review.id, target]))
  const { writes, outcomes } = planRows(rows, (row) => {
    const target = targetOf.get(row.id)
    if (target && !target.isFromImport)
      return { reason: `id ${row.id} belongs to a review that was written here` }
    const { subject, notes } = subjectOf(row.review)
    const write = planWrite({ ...row, review: { ...row.review, ...subject } }, target)
    return { write, notes: [...row.notes, ...notes] }
  })
  if (!batch.dryRun && writes.length > 0) {
    await deps.importedReviews.save(writes, randomUUID())
    deps.flushOutbox()
  }
  return outcomes
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

const isSameContent = (current: ImportedReview, next: ImportedReview): boolean =>
  isDeepStrictEqual(contentOf(current), contentOf(next))

/** Ignores likes: after the first import, users change them here. */
const contentOf = (review: ImportedReview) => ({
  ...review,
  likes: 0,
  signedMonth: review.signedMonth ?? 0,
})

/** A review that changes its subject also changes the stats of the former subject. */
function subjectsOf(...reviews: ReviewSubject[]): ReviewSubject[] {
  const subjects = reviews.map(({ aptId, landlordId }) => ({ aptId, landlordId }))
  const [first, second] = subjects
  return first && second && isDeepStrictEqual(first, second) ? [first] : subjects
}

interface ResolvedSubject {
  subject: ReviewSubject
  /** Ask the administrator to check something. */
  notes: string[]
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
    return { subject: { aptId, landlordId: owner }, notes }
  }
}

const distinct = (ids: string[]): string[] => [...new Set(ids)]
