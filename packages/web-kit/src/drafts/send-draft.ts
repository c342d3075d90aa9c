import { createReview, editReview, type Endpoint, getReview, type ReviewForm } from '@offquad/contracts'
import { type Picture } from '@offquad/ui'
import { Type } from 'typebox'
import { api } from '../api/api'
import { ProblemError, unreachable } from '../api/problem-error'
import { uploadPictures } from '../photos/photo-uploads'
import { currentUser } from '../session/session'
import {
  authorOf,
  changeDraft,
  deleteDraft,
  draftAt,
  draftPictures,
  type Submission,
  withdrawSubmission,
} from './drafts'

/** A write that has no answer by then may be sent again: its successor must not wait for it. */
const ANSWER_MS = 30_000

type Upload = (pictures: Picture[]) => Promise<string[]>

const uploadEach: Upload = (pictures) => uploadPictures(pictures, { uploaded: new Map() })

/**
 * Submits a draft. It replaces what was submitted of it before, and waits until an attempt to send that has ended.
 * @returns whether it was sent; false: it waits for the connection
 * @throws ProblemError when it was refused; it is a draft again then
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
    await sendDraft(key, upload)
    return true
  } catch (error) {
    if (error instanceof ProblemError && error.status === 0) return false
    withdrawSubmission(key, version)
    throw error
  }
}

/**
 * Sends a submitted draft of the signed-in user, from one tab at a time, and deletes it, unless it has changed since.
 * @returns what was sent; undefined: nothing is submitted any more
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
    // Otherwise this one has arrived, and its author has changed it elsewhere since.
    if (sentFirst !== version) await replaceEarlier(body as unknown as ReviewForm, error)
  }
  if (draftAt(key).get()?.version === version) deleteDraft(key)
  else withdrawSubmission(key, version)
  return submission as Submission
}

/** An attempt whose response was lost has stored the review in other words: these replace them. */
async function replaceEarlier(body: ReviewForm, conflict: ProblemError): Promise<void> {
  const id = conflict.errors.find(({ field }) => field === 'id')?.message
  if (id === undefined) throw conflict
  const { version } = await api(getReview, { params: { id }, asUser: true })
  await api(editReview, { params: { id }, body: { ...body, version } })
}

/** An endpoint from what is stored, which another version of the page may have submitted. */
const endpointOf = ({ call }: { call: { method: string; path: string } }): Endpoint => ({
  ...(call as Submission['call']),
  summary: '',
  access: 'signed-in',
  status: 201,
  reply: Type.Unknown(),
  problems: [],
})
