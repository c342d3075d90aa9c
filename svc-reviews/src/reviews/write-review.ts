import { randomUUID } from 'node:crypto'
import { ownPhotoPath, photoIdOf, REVIEW_MESSAGES, type ReviewForm, validateReview } from '@offquad/contracts'
import {
  type FieldError,
  idempotencyKeyUsed,
  type Identity,
  idOfWrite,
  InvalidInputError,
} from '@offquad/service-kit'
import { hasProfanity } from '@offquad/service-kit/profanity'
import { type ChangeDeps } from './change-status'
import { findVisible } from './find-visible'
import { resolveSubject, type SubjectDeps } from './resolve-subject'
import { EDITABLE, requireAuthor, wrongStatus } from './status.policy'
import { type ReviewContent, type StoredReview } from './stored-review'

/** Keeps photos from being removed as unused; answers false when one is gone or was not uploaded by this user. */
export type ClaimPhotos = (photoIds: string[], userId: string) => Promise<boolean>

export interface WriteDeps extends ChangeDeps, SubjectDeps {
  claimPhotos: ClaimPhotos
  /** Tells administrators that there is something new to read. */
  announceWaiting: () => void
}

interface NewReview {
  form: ReviewForm
  identity: Identity
  /** Of a client that may have to send the same review again, not knowing whether it arrived. */
  idempotencyKey: string | undefined
}

/**
 * Stores a new review that waits for approval and returns its id. Repeated with the same key it is stored once.
 * @throws NotFoundError when it is about nothing that exists, ConflictError when the key was used for another review
 */
export async function writeReview(
  deps: WriteDeps,
  { form, identity, idempotencyKey }: NewReview,
): Promise<string> {
  const { userId } = identity
  const id = idempotencyKey === undefined ? randomUUID() : idOfWrite(userId, idempotencyKey)
  if (idempotencyKey !== undefined && (await wasWritten(deps, id, form))) return id
  const content = await readContent(deps, form, userId)
  // Older clients send '' for the review of a landlord alone.
  const place = await resolveSubject(deps, { aptId: form.aptId || null, landlordId: form.landlordId })
  const review = { ...content, ...place, id, userId, date: new Date() }
  const isNew = await deps.changes.insert(review, { mayExist: idempotencyKey !== undefined })
  if (isNew) {
    deps.requestFlags()
    deps.announceWaiting()
  }
  return id
}

async function wasWritten(deps: WriteDeps, id: string, form: ReviewForm): Promise<boolean> {
  const known = await deps.reviews.find(id)
  if (!known) return false
  if (typeof form.reviewText !== 'string' || known.reviewText !== storable(form.reviewText))
    throw idempotencyKeyUsed('review')
  return true
}

/** Changes what a review says; where it stands, its date, likes and reports stay. It waits for approval again. */
export async function editReview(
  deps: WriteDeps,
  id: string,
  { form, identity }: { form: ReviewForm; identity: Identity },
): Promise<StoredReview> {
  const review = await findVisible(deps, id, { identity })
  requireAuthor(identity, review)
  const { aptId, landlordId } = review
  const author = identity.userId
  if (!EDITABLE.includes(review.status)) throw wrongStatus(review.status)
  const content = await readContent(deps, { ...form, aptId, landlordId }, author)
  const place = { aptId, landlordId }
  const hasChanged = await deps.changes.edit({ id, author, place, from: EDITABLE }, content)
  const current = (await deps.reviews.find(id)) ?? review
  if (!hasChanged) throw wrongStatus(current.status)
  deps.requestRecount()
  deps.requestFlags()
  deps.announce()
  return current
}

/** @throws InvalidInputError with a message for every field that needs one */
async function readContent(deps: WriteDeps, form: ReviewForm, userId: string): Promise<ReviewContent> {
  const problems: FieldError[] = validateReview(form)
  if (typeof form.reviewText === 'string' && hasProfanity(form.reviewText))
    problems.push({ field: 'reviewText', message: REVIEW_MESSAGES.profanity })
  refuse(problems)
  const { location, maintenance, safety, conditions } = form.detailedRatings
  const photos = (form.photos || []).flatMap((url) => ownPhotoPath(url) ?? [])
  const photoIds = photos.flatMap((url) => photoIdOf(url) ?? [])
  if (!(await deps.claimPhotos(photoIds, userId)))
    refuse([{ field: 'photos', message: REVIEW_MESSAGES.unknownPhoto }])
  return {
    overallRating: form.overallRating,
    detailedRatings: { location, maintenance, safety, conditions },
    ...{ bedrooms: form.bedrooms, price: form.price, photos },
    reviewText: storable(form.reviewText),
  }
}

// Broken surrogates cannot be stored.
const storable = (text: string): string => Buffer.from(text.trim(), 'utf8').toString()

function refuse(problems: FieldError[]): void {
  if (problems.length === 0) return
  const detail = problems.map(({ field, message }) => `${field}: ${message}`).join('; ')
  throw new InvalidInputError('invalid-review', detail, problems)
}
