import { setTimeout as delay } from 'node:timers/promises'
import {
  type Change,
  cleanText,
  type FieldError,
  ownPhotoPath,
  photoIdOf,
  REVIEW_MESSAGES,
  type NewReviewForm,
  type ReviewForm,
  UNKNOWN_LANDLORD,
  validateReview,
} from '@offquad/contracts'
import {
  ConflictError,
  idempotencyKeyUsed,
  type Identity,
  idOfWrite,
  InvalidInputError,
  NotFoundError,
} from '@offquad/service-kit'
import { findProfanity, nameWords } from '@offquad/service-kit/profanity'
import { type Repositories } from '../repositories'
import { EDITABLE, findVisible, requireAuthor, wrongStatus } from './review.policy'
import { requireVersion, versionOf } from './review-fingerprints'
import {
  changesOf,
  type OutboxEntry,
  type ReviewContent,
  type ReviewSubject,
  type StoredReview,
} from './stored-review'

export interface WriteDeps extends Pick<
  Repositories,
  'reviews' | 'changes' | 'subjects' | 'suggestions' | 'photos'
> {
  /** Delivers the outbox entry of a write. Returns the changes, for the caller's next reads. */
  deliver: (id: string, entry: OutboxEntry) => Promise<Change[]>
  /** Notifies the gateways that public responses have changed. */
  publishInvalidation: (subject: ReviewSubject) => void
  /** Notifies administrators that there are new reviews to read. */
  publishWaiting: () => void
  now: () => Date
}

interface NewReview {
  form: NewReviewForm
  identity: Identity
  /** Sent by clients that repeat a request when they do not know whether the first attempt arrived. */
  idempotencyKey: string | undefined
}

/**
 * Stores a new review that waits for approval and returns its id. Requests with the same key store it once.
 * @throws NotFoundError when its subject does not exist, ConflictError when the key was used for another review
 */
export async function writeReview(
  deps: WriteDeps,
  { form, identity, idempotencyKey }: NewReview,
): Promise<string> {
  const { userId } = identity
  const id = idOfWrite(userId, idempotencyKey)
  const content = readContent(form)
  if (idempotencyKey !== undefined && (await wasWritten(deps, id, content))) return id
  const subject = form.suggestionId
    ? await resolveSuggestion(deps, form.suggestionId, { id, userId })
    : // Older clients send '' if the review is about a landlord only.
      await resolveSubject(deps, {
        aptId: form.aptId || null,
        landlordId: form.landlordId || UNKNOWN_LANDLORD,
      })
  await claimPhotos(deps, content, { userId, reviewId: id })
  const review = { ...content, ...subject, id, userId, date: deps.now() }
  const isNew = await deps.changes.insert(review, { mayExist: idempotencyKey !== undefined })
  if (isNew) deps.publishWaiting()
  // Another request with this key has stored a review meanwhile. Throws if its content differs.
  else await wasWritten(deps, id, content)
  return id
}

async function wasWritten(deps: WriteDeps, id: string, content: ReviewContent): Promise<boolean> {
  const stored = await deps.reviews.find(id)
  if (!stored) return false
  if (versionOf({ ...stored, ...content }, 'author') !== versionOf(stored, 'author'))
    throw idempotencyKeyUsed('review', id)
  return true
}

/** The catalog's message about a new apartment or landlord takes a moment. */
const ARRIVES_WITHIN_MS = 1_000

async function onceArrived<T>(find: () => Promise<T | undefined>): Promise<T | undefined> {
  for (const endsAt = Date.now() + ARRIVES_WITHIN_MS; ; await delay(50)) {
    const subject = await find()
    if (subject !== undefined || Date.now() > endsAt) return subject
  }
}

/**
 * The subject of a new review. The landlord is taken from the apartment, whatever the author sent. Until the copy of
 * the catalog is complete, unknown subjects are accepted, because rejecting reviews would be worse.
 * @throws NotFoundError when there is no such apartment or landlord
 */
async function resolveSubject(
  { subjects }: Pick<WriteDeps, 'subjects'>,
  { aptId, landlordId }: ReviewSubject,
): Promise<ReviewSubject> {
  if (aptId !== null) {
    const apartment = await onceArrived(async () => (await subjects.findApartments([aptId])).get(aptId))
    if (apartment) return { aptId, landlordId: apartment.landlordId ?? UNKNOWN_LANDLORD }
    if (await subjects.isComplete())
      throw new NotFoundError(
        'apartment-not-found',
        `There is no apartment "${aptId}". If it was added just now, please try again in a moment.`,
      )
    return { aptId, landlordId }
  }
  const isFound = await onceArrived(
    async () => (await subjects.findLandlords([landlordId])).has(landlordId) || undefined,
  )
  if (!isFound && (await subjects.isComplete()))
    throw new NotFoundError(
      'landlord-not-found',
      `There is no landlord "${landlordId}". If they were added just now, please try again in a moment.`,
    )
  return { aptId, landlordId }
}

/**
 * The subject of a new review of a suggested apartment, which is the apartment if it was added meanwhile.
 * @throws NotFoundError when the author has made no such suggestion, ConflictError when another review of it waits
 */
async function resolveSuggestion(
  { reviews, subjects, suggestions }: Pick<WriteDeps, 'reviews' | 'subjects' | 'suggestions'>,
  suggestionId: string,
  { id: reviewId, userId }: { id: string; userId: string },
): Promise<ReviewSubject & Pick<StoredReview, 'suggestion'>> {
  const suggestion = await suggestions.findOwn(suggestionId, userId)
  if (!suggestion)
    throw new NotFoundError(
      'suggestion-not-found',
      `You have not suggested an apartment "${suggestionId}". If you did just now, please try again in a moment.`,
    )
  const waiting = await reviews.listByUser(userId, 'PENDING')
  if (waiting.some((review) => review.suggestion?.id === suggestionId && review.id !== reviewId))
    throw new ConflictError(
      'already-reviewed',
      'Your review of this place waits for approval already. You can edit it in your profile.',
    )
  const { id, name, aptId } = suggestion
  const apartment = aptId === undefined ? undefined : (await subjects.findApartments([aptId])).get(aptId)
  return aptId !== undefined && apartment
    ? { aptId, landlordId: apartment.landlordId ?? UNKNOWN_LANDLORD }
    : { aptId: null, landlordId: UNKNOWN_LANDLORD, suggestion: { id, name } }
}

/** Changes the content of a review, which then waits for approval again. Its subject, date, likes and reports stay. */
export async function editReview(
  deps: WriteDeps,
  id: string,
  { form, identity }: { form: ReviewForm & { version?: string }; identity: Identity },
): Promise<{ review: StoredReview; changes: Change[] }> {
  const review = await findVisible(deps.reviews, id, { identity })
  requireAuthor(identity, review)
  const { aptId, landlordId, signedMonth } = review
  const author = identity.userId
  if (!EDITABLE.includes(review.status)) throw wrongStatus(review.status)
  const content = readContent({ signedMonth, ...form, aptId, landlordId, suggestionId: null })
  const { version } = form
  if (version !== undefined) {
    // An answer was lost, and the author's browser repeats the edit.
    const isRepeated = versionOf({ ...review, ...content }, 'author') === versionOf(review, 'author')
    if (isRepeated && version !== versionOf(review, 'author')) return { review, changes: changesOf(review) }
    requireVersion(version, review)
  }
  await claimPhotos(deps, content, { userId: author, reviewId: id })
  const subject = { aptId, landlordId }
  const read = version === undefined ? undefined : review
  const entry = await deps.changes.edit({ id, author, subject, from: EDITABLE, read }, content)
  const current = (await deps.reviews.find(id)) ?? review
  if (!entry) {
    if (version !== undefined && EDITABLE.includes(current.status)) requireVersion(version, current)
    throw wrongStatus(current.status)
  }
  const changes = await deps.deliver(id, entry)
  deps.publishInvalidation(subject)
  return { review: current, changes }
}

/** @throws InvalidInputError with a message for every invalid field */
function readContent(form: NewReviewForm): ReviewContent {
  const words = typeof form.reviewText === 'string' ? findProfanity(form.reviewText) : []
  const profanity = { field: 'reviewText', message: REVIEW_MESSAGES.profanity }
  throwIfInvalid([...validateReview(form), ...(words.length > 0 ? [profanity] : [])], words)
  const { location, maintenance, safety, conditions } = form.detailedRatings
  const photos = [...new Set((form.photos || []).flatMap((url) => ownPhotoPath(url) ?? []))]
  return {
    overallRating: form.overallRating,
    detailedRatings: { location, maintenance, safety, conditions },
    bedrooms: form.bedrooms,
    price: form.price,
    signedMonth: form.signedMonth || 0,
    photos,
    reviewText: cleanText(form.reviewText),
  }
}

/**
 * Reserves the photos that a review does not have yet. After everything that may refuse it: a reserved photo is no draft any more.
 * @throws InvalidInputError unless its author uploaded them and nothing else uses, or ever used, one of them
 */
async function claimPhotos(
  { reviews, photos, now }: WriteDeps,
  content: ReviewContent,
  { userId, reviewId }: { userId: string; reviewId: string },
): Promise<void> {
  const used = await Promise.all(
    content.photos.map(async (photo) => ({ photo, by: await reviews.listByPhoto(photo) })),
  )
  const added = used.filter(({ by }) => !by.some(({ id }) => id === reviewId))
  const isFree = added.every(({ by }) => by.length === 0)
  const ids = added.flatMap(({ photo }) => photoIdOf(photo) ?? [])
  if (!isFree || !(await photos.claim(ids, userId, now())))
    throwIfInvalid([{ field: 'photos', message: REVIEW_MESSAGES.unknownPhoto }])
}

function throwIfInvalid(problems: FieldError[], words: string[] = []): void {
  const [first] = problems
  if (!first) return
  const detail =
    problems.length === 1 && words.length > 0
      ? first.message
      : problems.map(({ field, message }) => `${field}: ${message}`).join('; ')
  const named = words.length > 0 ? ` ${nameWords(words)}` : ''
  throw new InvalidInputError('invalid-review', `${detail}${named}`, problems)
}
