import {
  type ApartmentForm,
  cleanText,
  CONTACT_MESSAGES,
  type FieldError,
  ownPhotoPath,
  type QuestionForm,
  validateApartmentForm,
  validateQuestionForm,
} from '@offquad/contracts'
import { idOfWrite, InvalidInputError } from '@offquad/service-kit'
import { findProfanity, nameWords } from '@offquad/service-kit/profanity'
import { type Repositories } from '../repositories'
import { requireSame } from '../require-same'

export interface SubmitDeps extends Pick<Repositories, 'pendingBuildings' | 'contactQuestions'> {
  now: () => Date
}

type Unchecked<Form> = { [Field in keyof Form]?: unknown }

interface Submission<Form> {
  userId: string
  body: Unchecked<Form>
  /** Sent by clients that repeat a request when they do not know whether the first attempt arrived. */
  idempotencyKey: string | undefined
}

/**
 * Returns the id of the submission. A request that is repeated with the same key is stored once.
 * @throws InvalidInputError with the messages of the form, ConflictError when the key was used for another submission
 */
export async function submitApartment(
  deps: SubmitDeps,
  { body, ...author }: Submission<ApartmentForm>,
): Promise<string> {
  const form = { ...body, photos: decodedList(body.photos) }
  throwIfInvalid(validateApartmentForm(form), { name: body.name, address: body.address })
  // Validated above: fields that are not text are absent.
  const { name, address, photos } = form as {
    name: string
    address?: string | null
    photos?: string[] | null
  }
  const content = {
    name: cleanText(name),
    address: cleanText(address ?? ''),
    photos: [...new Set((photos || []).flatMap((url) => ownPhotoPath(url) ?? []))],
  }
  const created = beginSubmission(deps, author)
  await deps.pendingBuildings.add({ ...created, ...content })
  if (author.idempotencyKey !== undefined)
    requireSame(content, await deps.pendingBuildings.find(created.id), { what: 'submission', id: created.id })
  return created.id
}

/** Returns the id of the question. A request with the same key is stored once. @throws like `submitApartment` */
export async function submitQuestion(
  deps: SubmitDeps,
  { body, ...author }: Submission<QuestionForm>,
): Promise<string> {
  throwIfInvalid(validateQuestionForm(body), { msg: body.msg })
  // Validated above.
  const { name, email, msg } = body as QuestionForm
  const content = { name: cleanText(name), email: cleanText(email), msg: cleanText(msg) }
  const created = beginSubmission(deps, author)
  await deps.contactQuestions.add({ ...created, ...content })
  if (author.idempotencyKey !== undefined)
    requireSame(content, await deps.contactQuestions.find(created.id), { what: 'question', id: created.id })
  return created.id
}

const beginSubmission = (
  { now }: SubmitDeps,
  { userId, idempotencyKey }: Omit<Submission<never>, 'body'>,
) => ({
  id: idOfWrite(userId, idempotencyKey),
  userId,
  date: now().toISOString(),
  status: 'PENDING' as const,
})

/**
 * Each field gets at most one message.
 * @param texts fields that may not contain profanity
 */
function throwIfInvalid(invalid: FieldError[], texts: Record<string, unknown>): void {
  const wrong = new Set(invalid.map(({ field }) => field))
  const profane = Object.entries(texts).flatMap(([field, text]) => {
    const words = !wrong.has(field) && typeof text === 'string' ? findProfanity(text) : []
    return words.length > 0 ? { field, words } : []
  })
  const errors = [...invalid, ...profane.map(({ field }) => ({ field, message: CONTACT_MESSAGES.profanity }))]
  if (errors.length === 0) return
  const words = profane.flatMap((field) => field.words)
  const sentences = [errors[0]?.message, ...(words.length > 0 ? [nameWords(words)] : [])]
  throw new InvalidInputError('invalid-input', sentences.join(' '), errors)
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
