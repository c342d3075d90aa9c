import { type FieldError } from '../problem'
import { problemOfPhotos, problemsOf } from '../form-problems'
import { isLongerThan, isSeen } from '../texts'

/** The form for a missing apartment: the body of addPendingBuilding. */
export interface ApartmentForm {
  name: string
  address: string
  photos: string[]
}

/** The form for a question: the body of addContactQuestion. */
export interface QuestionForm {
  name: string
  email: string
  msg: string
}

export const MAX_CONTACT_NAME_CHARACTERS = 200
export const MAX_CONTACT_EMAIL_CHARACTERS = 254
export const MAX_CONTACT_ADDRESS_CHARACTERS = 300
export const MAX_CONTACT_MESSAGE_CHARACTERS = 5000
export const MAX_CONTACT_PHOTOS = 3

export const CONTACT_MESSAGES = {
  required: 'This field is required',
  email: 'Please enter an email address, such as name@example.edu',
  profanity: 'This contains profanity. Please edit it and try again.',
  tooLong: (most: number) => `A maximum of ${most} characters is allowed`,
  tooManyPhotos: `A maximum of ${MAX_CONTACT_PHOTOS} photos is allowed`,
  unknownPhoto: 'This photo cannot be used. Please upload it again.',
} as const

/** A half-filled form, or one from an older client. */
type Unchecked<Form> = { [Field in keyof Form]?: unknown }

/** Problems of the apartment form, one message per field; empty if it may be sent. */
export function validateApartmentForm(form: Unchecked<ApartmentForm>): FieldError[] {
  return problemsOf({
    name: problemOfText(form.name, MAX_CONTACT_NAME_CHARACTERS),
    address: isBlank(form.address) ? undefined : problemOfText(form.address, MAX_CONTACT_ADDRESS_CHARACTERS),
    photos: isBlank(form.photos)
      ? undefined
      : problemOfPhotos(form.photos, MAX_CONTACT_PHOTOS, CONTACT_MESSAGES),
  } satisfies Unchecked<ApartmentForm>)
}

/** Problems of the question form, one message per field; empty if it may be sent. */
export function validateQuestionForm(form: Unchecked<QuestionForm>): FieldError[] {
  return problemsOf({
    name: problemOfText(form.name, MAX_CONTACT_NAME_CHARACTERS),
    email: problemOfText(form.email, MAX_CONTACT_EMAIL_CHARACTERS) ?? problemOfEmail(form.email),
    msg: problemOfText(form.msg, MAX_CONTACT_MESSAGE_CHARACTERS),
  } satisfies Unchecked<QuestionForm>)
}

const isBlank = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '')

function problemOfText(value: unknown, most: number): string | undefined {
  if (typeof value !== 'string' || !isSeen(value)) return CONTACT_MESSAGES.required
  return isLongerThan(value, most) ? CONTACT_MESSAGES.tooLong(most) : undefined
}

// No quotes, comments or bare host names, which RFC 5321 allows and no one has; letters of any script, which it does not.
const EMAIL =
  /^[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+)*@(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+[\p{L}\p{N}-]{2,63}$/u

const problemOfEmail = (value: unknown): string | undefined =>
  EMAIL.test(String(value).trim()) ? undefined : CONTACT_MESSAGES.email
