import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import {
  type ApartmentForm,
  CONTACT_MESSAGES,
  type FieldError,
  ownPhotoPath,
  type QuestionForm,
  validateApartmentForm,
  validateQuestionForm,
} from '@offquad/contracts'
import { idempotencyKeyUsed, idOfWrite, InvalidInputError } from '@offquad/service-kit'
import { hasProfanity } from '@offquad/service-kit/profanity'
import { type ContactQuestionsRepository } from './contact-questions.repository'
import { type PendingBuildingsRepository } from './pending-buildings.repository'

export interface SubmitDeps {
  pendingBuildings: PendingBuildingsRepository
  contactQuestions: ContactQuestionsRepository
  now: () => Date
}

type Unchecked<Form> = { [Field in keyof Form]?: unknown }

interface Submission<Form> {
  userId: string
  body: Unchecked<Form>
  /** Of a client that repeats a request if it does not know whether the first attempt arrived. */
  idempotencyKey: string | undefined
}

/**
 * Returns the id of the submission. Repeated with the same key, it is stored once.
 * @throws InvalidInputError with the messages of the form, ConflictError when the key was used for another submission
 */
export async function submitApartment(
  deps: SubmitDeps,
  { body, ...author }: Submission<ApartmentForm>,
): Promise<string> {
  const given = { ...body, photos: decodedList(body.photos) }
  throwIfInvalid(withProfanity(validateApartmentForm(given), { name: body.name, address: body.address }))
  // Validated above: what is not text is absent.
  const { name, address, photos } = given as {
    name: string
    address?: string | null
    photos?: string[] | null
  }
  const content = {
    name: name.trim(),
    address: (address ?? '').trim(),
    photos: [...new Set((photos || []).flatMap((url) => ownPhotoPath(url) ?? []))],
  }
  const created = beginSubmission(deps, author)
  await deps.pendingBuildings.add({ ...created, ...content })
  if (author.idempotencyKey !== undefined)
    requireSame(content, await deps.pendingBuildings.find(created.id), 'submission')
  return created.id
}

/** Returns the id of the question. Repeated with the same key, it is stored once. @throws like `submitApartment` */
export async function submitQuestion(
  deps: SubmitDeps,
  { body, ...author }: Submission<QuestionForm>,
): Promise<string> {
  throwIfInvalid(withProfanity(validateQuestionForm(body), { msg: body.msg }))
  // Validated above.
  const { name, email, msg } = body as QuestionForm
  const content = { name: name.trim(), email: email.trim(), msg: msg.trim() }
  const created = beginSubmission(deps, author)
  await deps.contactQuestions.add({ ...created, ...content })
  if (author.idempotencyKey !== undefined)
    requireSame(content, await deps.contactQuestions.find(created.id), 'question')
  return created.id
}

const beginSubmission = (
  { now }: SubmitDeps,
  { userId, idempotencyKey }: Omit<Submission<never>, 'body'>,
) => ({
  id: idempotencyKey === undefined ? randomUUID() : idOfWrite(userId, idempotencyKey),
  userId,
  date: now().toISOString(),
  status: 'PENDING' as const,
})

function requireSame<Content extends object>(
  content: Content,
  stored: Content | undefined,
  what: string,
): void {
  const names = Object.keys(content) as (keyof Content)[]
  if (!stored || names.some((name) => !isDeepStrictEqual(storable(content[name]), stored[name])))
    throw idempotencyKeyUsed(what)
}

// MongoDB stores broken surrogates as replacement characters.
const storable = (value: unknown) => (typeof value === 'string' ? Buffer.from(value).toString() : value)

/** Each field gets at most one message. */
function withProfanity(errors: FieldError[], texts: Record<string, unknown>): FieldError[] {
  const wrong = new Set(errors.map(({ field }) => field))
  const profane = Object.entries(texts).filter(
    ([field, text]) => !wrong.has(field) && typeof text === 'string' && hasProfanity(text),
  )
  return [...errors, ...profane.map(([field]) => ({ field, message: CONTACT_MESSAGES.profanity }))]
}

function throwIfInvalid(errors: FieldError[]): void {
  if (errors.length === 0) return
  const [first] = new Set(errors.map(({ message }) => message))
  throw new InvalidInputError('invalid-input', first ?? '', errors)
}

/** Older clients send the list as a JSON string. */
function decodedList(value: unknown): unknown {
  if (typeof value !== 'string' || value === '') return value
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}
