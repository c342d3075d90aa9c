import { type Endpoint } from '@offquad/contracts'
import { Type } from 'typebox'
import { api } from '../api/api'
import { ProblemError } from '../api/problem-error'
import { deleteDraft } from '../drafts/drafts'
import { uploadPictures } from '../photos/photo-uploads'
import { currentUser } from '../session/session'
import { type QueuedCall, queuedCallsOf, removeQueuedCall, updateQueuedCall } from './outbox'

interface Outcome {
  onSent: (call: QueuedCall) => void
  /** Called when the service rejected the call for good; its draft still exists. */
  onRejected: (call: QueuedCall, error: ProblemError) => void
}

const LOCK = 'offquad/outbox'

/** Whether a retry may succeed: unreachable, failing, session expired, rate limited. */
const isTemporary = ({ status }: ProblemError): boolean =>
  status === 0 || status >= 500 || [401, 408, 425, 429].includes(status)

/**
 * Sends the queued calls of the signed-in user, in order and from one tab at a time.
 * @returns whether calls are still queued, for the connection or for another tab
 */
export async function sendQueuedCalls(outcome: Outcome): Promise<boolean> {
  if (!('locks' in navigator)) return sendAll(outcome)
  return navigator.locks.request(LOCK, { ifAvailable: true }, (lock) => (lock ? sendAll(outcome) : true))
}

async function sendAll({ onSent, onRejected }: Outcome): Promise<boolean> {
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
      onRejected(call, error)
    }
  }
  return false
}

/** @returns false when the call was removed in the meantime */
async function sendOne(call: QueuedCall): Promise<boolean> {
  const uploaded = new Map<File, string>()
  try {
    const photos = await uploadPictures(call.pictures, { uploaded })
    if (!(await isStillQueued({ ...call, pictures: photos }))) return false
    await api(endpointOf(call), {
      params: call.params,
      body: { ...call.body, photos },
      idempotencyKey: call.idempotencyKey,
    })
    return true
  } catch (error) {
    // Uploaded pictures are not uploaded again after a reload.
    const pictures = call.pictures.map((picture) =>
      typeof picture === 'string' ? picture : (uploaded.get(picture) ?? picture),
    )
    await updateQueuedCall({ ...call, pictures })
    throw error
  }
}

const isStillQueued = async (call: QueuedCall): Promise<boolean> =>
  currentUser()?.uid === call.uid && (await updateQueuedCall(call))

/** An endpoint from the stored call, which another version of the page may have queued. */
const endpointOf = ({ call }: QueuedCall): Endpoint => ({
  ...call,
  summary: '',
  access: 'signed-in',
  status: 201,
  reply: Type.Unknown(),
  problems: [],
})
