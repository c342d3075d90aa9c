import { type Endpoint } from '@offquad/contracts'
import { type Picture } from '@offquad/ui'
import { browserStore } from '../browser-store'

/** A write that was made offline and is sent when the site can be reached again. */
export interface QueuedCall {
  /** Id of the user who made it; it is never sent as another user. */
  uid: string
  /** What it writes: 'review/apartment/7'. A later call with the same subject replaces it. */
  subject: string
  /** Its name in messages: 'Your review of Gull House'. */
  label: string
  call: Pick<Endpoint, 'method' | 'path'>
  params: Record<string, string>
  body: object
  /** Uploaded first; their URLs become `photos` in the body. */
  pictures: Picture[]
  /** Sent with every attempt, so that the service carries the write out once. */
  idempotencyKey: string
  /** Toast after it was sent. */
  sentMessage: string
  /** Key of its draft, which is deleted when it was sent. */
  draftKey: string
  /** In milliseconds since 1970. */
  queuedAt: number
}

const store = browserStore<QueuedCall>('outbox')
const keyOf = ({ uid, subject }: Pick<QueuedCall, 'uid' | 'subject'>) => `${uid}/${subject}`
const listeners = new Set<() => void>()

/** Stores a call until it is sent or its user signs out. */
export async function queueCall(call: QueuedCall): Promise<void> {
  await store.put(keyOf(call), call)
  for (const notify of listeners) notify()
}

/** Calls `listener` whenever a call is queued on this page. @returns unsubscribes */
export function onCallQueued(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The queued calls of a user, oldest first. */
export async function queuedCallsOf(uid: string): Promise<QueuedCall[]> {
  const calls = await store.list()
  return calls.filter((call) => call.uid === uid).sort((a, b) => a.queuedAt - b.queuedAt)
}

/** Whether a call with this subject is queued. */
export const isQueued = async (uid: string, subject: string): Promise<boolean> =>
  (await store.get(keyOf({ uid, subject }))) !== undefined

/** Updates a queued call. @returns false when it has been removed or replaced in the meantime */
export async function updateQueuedCall(call: QueuedCall): Promise<boolean> {
  const current = await store.get(keyOf(call))
  if (current?.idempotencyKey !== call.idempotencyKey) return false
  await store.put(keyOf(call), call)
  return true
}

/** Removes a call, unless another one with its subject has replaced it. */
export async function removeQueuedCall(call: QueuedCall): Promise<void> {
  const current = await store.get(keyOf(call))
  if (current?.idempotencyKey === call.idempotencyKey) await store.delete(keyOf(call))
}

/** Removes all calls of a user who signs out. */
export async function clearOutbox(uid: string): Promise<void> {
  for (const call of await queuedCallsOf(uid)) await store.delete(keyOf(call))
}
