import { type Endpoint } from '@offquad/contracts'
import { type Picture } from '@offquad/ui'
import { browserStore } from '../browser-store'

/** A write that could not reach the site and is sent when it can be reached again. */
export interface QueuedCall {
  /** Whose it is: sent as no one else. */
  uid: string
  /** What it writes; a later call about the same takes its place: 'review/apartment/7'. */
  subject: string
  /** What it is called where people read it: 'Your review of Gull House'. */
  label: string
  call: Pick<Endpoint, 'method' | 'path'>
  params: Record<string, string>
  body: object
  /** Uploaded first; their URLs become `photos` of the body. */
  pictures: Picture[]
  /** Sent with every attempt: an attempt whose answer was lost is not carried out twice. */
  idempotencyKey: string
  /** What is said when it was sent. */
  sentMessage: string
  /** The draft that is kept until then. */
  draftKey: string
  /** In milliseconds since 1970. */
  queuedAt: number
}

const store = browserStore<QueuedCall>('outbox')
const keyOf = ({ uid, subject }: Pick<QueuedCall, 'uid' | 'subject'>) => `${uid}/${subject}`
const listeners = new Set<() => void>()

/** Keeps a call, across reloads, until it was sent or its user signs out. */
export async function queueCall(call: QueuedCall): Promise<void> {
  await store.put(keyOf(call), call)
  for (const notify of listeners) notify()
}

/** Notified whenever a call is queued on this page. */
export function onCallQueued(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The calls that wait for this user, the oldest first. */
export async function queuedCallsOf(uid: string): Promise<QueuedCall[]> {
  const calls = await store.list()
  return calls.filter((call) => call.uid === uid).sort((a, b) => a.queuedAt - b.queuedAt)
}

/** Whether a call about this waits to be sent. */
export const isQueued = async (uid: string, subject: string): Promise<boolean> =>
  (await store.get(keyOf({ uid, subject }))) !== undefined

/** Replaces a queued call, unless it was removed or replaced meanwhile; says whether it still waits. */
export async function updateQueuedCall(call: QueuedCall): Promise<boolean> {
  const current = await store.get(keyOf(call))
  if (current?.idempotencyKey !== call.idempotencyKey) return false
  await store.put(keyOf(call), call)
  return true
}

/** Takes a call out, unless another one about the same took its place. */
export async function removeQueuedCall(call: QueuedCall): Promise<void> {
  const current = await store.get(keyOf(call))
  if (current?.idempotencyKey === call.idempotencyKey) await store.delete(keyOf(call))
}

/** Takes all calls of a user out: they sign out, and nothing is sent in their name afterwards. */
export async function clearOutbox(uid: string): Promise<void> {
  for (const call of await queuedCallsOf(uid)) await store.delete(keyOf(call))
}
