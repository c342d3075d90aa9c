import { createReview, editReview, type Endpoint, getReview, type ReviewForm } from '@offquad/contracts'
import { type Picture } from '@offquad/ui'
import { Type } from 'typebox'
import { api } from '../api/api'
import { ProblemError, unreachable } from '../api/problem-error'
import { uploadPictures } from '../photos/photo-uploads'
import { currentUser } from '../session/session'
import { SignInError } from '../session/sign-in-request'
import {
  authorOf,
  changeDraft,
  deleteDraft,
  draftAt,
  draftPictures,
  type Submission,
  withdrawSubmission,
} from './drafts'

/** A write without a response after this time may be sent again; later attempts do not wait for it. */
const ANSWER_MS = 30_000

type Upload = (pictures: Picture[]) => Promise<string[]>

const uploadEach: Upload = (pictures) => uploadPictures(pictures, { uploaded: new Map() })

/**
 * Submits a draft. It replaces an earlier submission of the draft, and waits until a running attempt to send that has ended.
 * @returns whether it was sent; false while it waits for the connection
 * @throws ProblemError when it was refused, SignInError when its author has signed out; the submission is then withdrawn
 */
export async function submitDraft(
  key: string,
  {
    fields,
    pictures,
    upload,
    ...submission
  }: Submission & { fields: object; pictures: Picture[]; upload: Upload },
): Promise<boolean> {
  await draftPictures.put(key, pictures)
  const { version } = changeDraft(key, { fields })
  changeDraft(key, { version, submission: { ...submission, version } })
  if (!navigator.onLine) return false
  try {
    const sent = await sendDraft(key, upload)
    const left = draftAt(key).get()
    // A later submission of the draft replaces this one.
    if (!sent && left && (left.submission?.version ?? version) === version)
      throw new SignInError('Sign in as the person who wrote this to send it.')
    return true
  } catch (error) {
    if (error instanceof ProblemError && error.status === 0) return false
    withdrawSubmission(key, version)
    throw error
  }
}

/**
 * Sends a submitted draft of the signed-in user, from one tab at a time, and deletes it, unless it has changed since.
 * @returns the submission that was sent; undefined if there is no longer one
 * @throws ProblemError
 */
export const sendDraft = (key: string, upload = uploadEach): Promise<Submission | undefined> =>
  'locks' in navigator ? navigator.locks.request(key, () => send(key, upload)) : send(key, upload)

async function send(key: string, upload: Upload): Promise<Submission | undefined> {
  const draft = draftAt(key).get()
  const { submission, idempotencyKey } = draft ?? {}
  const uid = authorOf(key)
  if (!submission || currentUser()?.uid !== uid) return undefined
  const { version } = submission
  const isCurrent = () => draftAt(key).get()?.submission?.version === version
  const photos = submission.photos ?? (await upload((await draftPictures.get(key)) ?? []))
  if (!isCurrent() || currentUser()?.uid !== uid) return undefined
  const current = draftAt(key).get()
  const sentFirst = draft?.sentFirst ?? version
  // Uploaded pictures are not uploaded again after a reload.
  if (current) draftAt(key).set({ ...current, sentFirst, submission: { ...submission, photos } })
  const call = endpointOf(submission)
  const body = { ...submission.body, photos }
  const params = submission.id === undefined ? {} : { id: submission.id }
  try {
    await api(call, { params, body, idempotencyKey, signal: AbortSignal.timeout(ANSWER_MS) })
  } catch (error) {
    if (!(error instanceof ProblemError)) throw unreachable()
    if (error.code !== 'idempotency-key-used' || call.path !== createReview.path) throw error
    // Otherwise this version has arrived, and its author has changed the review elsewhere since.
    if (sentFirst !== version) await replaceEarlier(body as unknown as ReviewForm, error)
  }
  if (draftAt(key).get()?.version === version) deleteDraft(key)
  else withdrawSubmission(key, version)
  return submission as Submission
}

/** Replaces the text that an earlier attempt stored, whose response was lost. */
async function replaceEarlier(body: ReviewForm, conflict: ProblemError): Promise<void> {
  const id = conflict.errors.find(({ field }) => field === 'id')?.message
  if (id === undefined) throw conflict
  const { version } = await api(getReview, { params: { id }, asUser: true })
  await api(editReview, { params: { id }, body: { ...body, version } })
}

/** The endpoint of a stored call, which another version of the page may have submitted. */
const endpointOf = ({ call }: { call: { method: string; path: string } }): Endpoint => ({
  ...(call as Submission['call']),
  summary: '',
  access: 'signed-in',
  status: 201,
  reply: Type.Unknown(),
})
