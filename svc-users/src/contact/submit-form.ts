import { randomUUID } from 'node:crypto'
import {
  type ApartmentForm,
  CONTACT_MESSAGES,
  type FieldError,
  ownPhotoPath,
  type QuestionForm,
  validateApartmentForm,
  validateQuestionForm,
} from '@offquad/contracts'
import { InvalidInputError } from '@offquad/service-kit'
import { type ContactQuestionsRepository } from './contact-questions.repository'
import { type PendingBuildingsRepository } from './pending-buildings.repository'

export interface SubmitDeps {
  pendingBuildings: PendingBuildingsRepository
  contactQuestions: ContactQuestionsRepository
  hasProfanity: (text: string) => boolean
  now: () => Date
}

type Unchecked<Form> = { [Field in keyof Form]?: unknown }

/** Answers the id of the submission. @throws InvalidInputError in the words of the form */
export async function submitApartment(
  deps: SubmitDeps,
  userId: string,
  body: Unchecked<ApartmentForm>,
): Promise<string> {
  const given = { ...body, photos: decodedList(body.photos) }
  refuseIfAny(withProfanity(deps, validateApartmentForm(given), { name: body.name, address: body.address }))
  // Validated just now: what is not text is absent.
  const { name, address, photos } = given as {
    name: string
    address?: string | null
    photos?: string[] | null
  }
  const created = beginSubmission(deps, userId)
  await deps.pendingBuildings.add({
    ...created,
    name: name.trim(),
    address: (address ?? '').trim(),
    photos: [...new Set((photos || []).flatMap((url) => ownPhotoPath(url) ?? []))],
  })
  return created.id
}

/** Answers the id of the question. @throws InvalidInputError in the words of the form */
export async function submitQuestion(
  deps: SubmitDeps,
  userId: string,
  body: Unchecked<QuestionForm>,
): Promise<string> {
  refuseIfAny(withProfanity(deps, validateQuestionForm(body), { msg: body.msg }))
  // Validated just now.
  const { name, email, msg } = body as QuestionForm
  const created = beginSubmission(deps, userId)
  await deps.contactQuestions.add({ ...created, name: name.trim(), email: email.trim(), msg: msg.trim() })
  return created.id
}

const beginSubmission = ({ now }: SubmitDeps, userId: string) => ({
  ...{ id: randomUUID(), userId, date: now().toISOString() },
  status: 'PENDING' as const,
})

/** Every field has one message; the first thing wrong with it. */
function withProfanity(
  { hasProfanity }: SubmitDeps,
  errors: FieldError[],
  texts: Record<string, unknown>,
): FieldError[] {
  const wrong = new Set(errors.map(({ field }) => field))
  const profane = Object.entries(texts).filter(
    ([field, text]) => !wrong.has(field) && typeof text === 'string' && hasProfanity(text),
  )
  return [...errors, ...profane.map(([field]) => ({ field, message: CONTACT_MESSAGES.profanity }))]
}

function refuseIfAny(errors: FieldError[]): void {
  if (errors.length === 0) return
  const [first] = new Set(errors.map(({ message }) => message))
  throw new InvalidInputError('invalid-input', first ?? '', errors)
}

/** Older clients send the list as JSON in a text. */
function decodedList(value: unknown): unknown {
  if (typeof value !== 'string' || value === '') return value
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}
