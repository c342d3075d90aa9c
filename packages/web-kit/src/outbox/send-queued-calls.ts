import { type Endpoint } from '@offquad/contracts'
import { Type } from 'typebox'
import { api } from '../api/api'
import { ProblemError } from '../api/problem-error'
import { deleteDraft } from '../drafts/drafts'
import { uploadPictures } from '../photos/upload-pictures'
import { currentUser } from '../session/session'
import { type QueuedCall, queuedCallsOf, removeQueuedCall, updateQueuedCall } from './outbox'

interface Outcome {
  onSent: (call: QueuedCall) => void
  /** It will never be taken as it is; its draft is still there. */
  onRefused: (call: QueuedCall, error: ProblemError) => void
}

const LOCK = 'offquad/outbox'

/** Over soon, or after signing in again: out of reach, failing, session over, too many calls. */
const isTemporary = ({ status }: ProblemError): boolean =>
  status === 0 || status >= 500 || [401, 408, 425, 429].includes(status)

/**
 * Sends what waits for the signed-in user, in order; one tab at a time.
 * @returns whether something still waits, for the connection or for another tab
 */
export async function sendQueuedCalls(outcome: Outcome): Promise<boolean> {
  if (!('locks' in navigator)) return sendAll(outcome)
  return navigator.locks.request(LOCK, { ifAvailable: true }, (lock) => (lock ? sendAll(outcome) : true))
}

async function sendAll({ onSent, onRefused }: Outcome): Promise<boolean> {
  const uid = currentUser()?.uid
  if (uid === undefined) return false
  for (const call of await queuedCallsOf(uid)) {
    try {
      if (!(await sendOne(call))) continue
      await removeQueuedCall(call)
      await deleteDraft(call.draftKey)
      onSent(call)
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error
      if (isTemporary(error)) return true
      await removeQueuedCall(call)
      onRefused(call, error)
    }
  }
  return false
}

/** False: it was taken back meanwhile. */
async function sendOne(call: QueuedCall): Promise<boolean> {
  const uploaded = new Map<File, string>()
  try {
    const photos = await uploadPictures(call.pictures, { uploaded })
    if (!(await isStillWanted({ ...call, pictures: photos }))) return false
    await api(endpointOf(call), {
      params: call.params,
      body: { ...call.body, photos },
      idempotencyKey: call.idempotencyKey,
    })
    return true
  } catch (error) {
    // What is uploaded need not be uploaded again after a reload.
    const pictures = call.pictures.map((picture) =>
      typeof picture === 'string' ? picture : (uploaded.get(picture) ?? picture),
    )
    await updateQueuedCall({ ...call, pictures })
    throw error
  }
}

const isStillWanted = async (call: QueuedCall): Promise<boolean> =>
  currentUser()?.uid === call.uid && (await updateQueuedCall(call))

/** As much of the contract's endpoint as a call needs: the page that queued it may have been of another version. */
const endpointOf = ({ call }: QueuedCall): Endpoint => ({
  ...call,
  summary: '',
  access: 'signed-in',
  status: 201,
  reply: Type.Unknown(),
  problems: [],
})
