import { MONTHS } from '../day'
import { problemOfPhotos, problemsOf } from '../form-problems'
import { type FieldError } from '../problem'
import { countSeen, isLongerThan, isSeen } from '../texts'
import { type Review } from './review'

/** The form of a review: the body of createReview and editReview. */
export type ReviewForm = Pick<
  Review,
  | 'aptId'
  | 'landlordId'
  | 'overallRating'
  | 'detailedRatings'
  | 'bedrooms'
  | 'price'
  | 'signedMonth'
  | 'photos'
  | 'reviewText'
>

/** The body of createReview. */
export interface NewReviewForm extends ReviewForm {
  /** The author's suggestion of a missing apartment, which the review is about instead. */
  suggestionId?: string | null
}

/** Placeholder for the landlord of an apartment whose landlord is unknown. */
export const UNKNOWN_LANDLORD = 'unknown'

export const MAX_RATING = 5
export const MAX_BEDROOMS = 6
export const MAX_PRICE_BRACKET = 6
export const MIN_REVIEW_CHARACTERS = 15
export const MAX_REVIEW_CHARACTERS = 2000
export const MAX_REVIEW_PHOTOS = 3
export const MAX_REPORT_CHARACTERS = 500

export const REVIEW_MESSAGES = {
  required: '* Required',
  ratingsRequired: '* These fields are required',
  tooShort: `A minimum of ${MIN_REVIEW_CHARACTERS} characters is required`,
  tooLong: `A maximum of ${MAX_REVIEW_CHARACTERS} characters is allowed`,
  profanity: 'This review contains profanity. Please edit it and try again.',
  tooManyPhotos: `A maximum of ${MAX_REVIEW_PHOTOS} photos is allowed`,
  unknownMonth: '* Choose a month',
  unknownPhoto: 'This photo cannot be used. Please upload it again.',
} as const

export const RATED_ASPECTS = ['location', 'maintenance', 'safety', 'conditions'] as const
export type RatedAspect = (typeof RATED_ASPECTS)[number]

/** Labels of the aspects, in display order. */
export const ASPECT_LABELS: Readonly<Record<RatedAspect, string>> = {
  location: 'Location',
  safety: 'Safety',
  maintenance: 'Maintenance',
  conditions: 'Conditions',
}
export const SHOWN_ASPECTS = Object.keys(ASPECT_LABELS) as readonly RatedAspect[]

const MAX_ID_LENGTH = 64

/**
 * Problems of a review, one message per field; empty if it may be sent. Fields may be missing or of any type, as in a
 * half-filled form or from an older client.
 */
export function validateReview(form: { [Field in keyof NewReviewForm]?: unknown }): FieldError[] {
  return problemsOf({
    aptId: isBlank(form.aptId) || isId(form.aptId) ? undefined : REVIEW_MESSAGES.required,
    // Optional with an apartment, whose landlord counts; some apartments have none.
    landlordId: (
      isBlank(form.suggestionId)
        ? isId(form.landlordId) || (isBlank(form.landlordId) && isId(form.aptId))
        : isId(form.suggestionId)
    )
      ? undefined
      : REVIEW_MESSAGES.required,
    bedrooms: isChoice(form.bedrooms, MAX_BEDROOMS) ? undefined : REVIEW_MESSAGES.required,
    price: isChoice(form.price, MAX_PRICE_BRACKET) ? undefined : REVIEW_MESSAGES.required,
    signedMonth:
      isBlank(form.signedMonth) || form.signedMonth === 0 || isChoice(form.signedMonth, MONTHS.length)
        ? undefined
        : REVIEW_MESSAGES.unknownMonth,
    overallRating: isRating(form.overallRating) ? undefined : REVIEW_MESSAGES.required,
    detailedRatings: hasEveryRating(form.detailedRatings) ? undefined : REVIEW_MESSAGES.ratingsRequired,
    reviewText: problemOfText(form.reviewText),
    photos: isBlank(form.photos)
      ? undefined
      : problemOfPhotos(form.photos, MAX_REVIEW_PHOTOS, REVIEW_MESSAGES),
  } satisfies Record<keyof ReviewForm, string | undefined>)
}

const isBlank = (value: unknown): boolean => value === undefined || value === null || value === ''

const isId = (value: unknown): boolean =>
  typeof value === 'string' && value.trim() !== '' && value.length <= MAX_ID_LENGTH

const isChoice = (value: unknown, most: number): boolean =>
  Number.isInteger(value) && Number(value) >= 1 && Number(value) <= most

const isRating = (value: unknown): boolean => typeof value === 'number' && value > 0 && value <= MAX_RATING

function hasEveryRating(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  const ratings = new Map(Object.entries(value))
  return RATED_ASPECTS.every((aspect) => isRating(ratings.get(aspect)))
}

function problemOfText(value: unknown): string | undefined {
  if (typeof value !== 'string' || !isSeen(value)) return REVIEW_MESSAGES.required
  if (countSeen(value) < MIN_REVIEW_CHARACTERS) return REVIEW_MESSAGES.tooShort
  return isLongerThan(value, MAX_REVIEW_CHARACTERS) ? REVIEW_MESSAGES.tooLong : undefined
}
