import { useSyncExternalStore } from 'react'

/** How long a decision can be undone before it is sent. */
const UNDO_MS = 5_000

export interface Decision {
  /** Id of what is decided about. A later decision about the same thing replaces an unsent one. */
  id: string
  /** What the undo bar says: 'Review approved'. */
  done: string
  /** @throws ProblemError when the server refuses the decision */
  send: () => Promise<unknown>
  /** Brings the lists up to date. Until it resolves, the item stays out of its list. */
  settle: (error: unknown) => Promise<unknown>
}

interface Pending extends Decision {
  timer: ReturnType<typeof setTimeout>
  isSent: boolean
}

let pending: readonly Pending[] = []
const listeners = new Set<() => void>()

function replace(next: readonly Pending[]): void {
  pending = next
  for (const notify of listeners) notify()
}

/** Takes a decision: it shows at once and is sent after five seconds unless it is undone. */
export function decide(decision: Decision): void {
  const earlier = pending.find(({ id }) => id === decision.id)
  // What is on its way cannot be changed any more; deciding it again would only be refused.
  if (earlier?.isSent) return
  undo(decision.id)
  const timer = setTimeout(() => void send(decision.id), UNDO_MS)
  replace([...pending, { ...decision, timer, isSent: false }])
}

/** Drops a decision that was not sent yet. */
export function undo(id: string): void {
  const found = pending.find((one) => one.id === id && !one.isSent)
  if (!found) return
  clearTimeout(found.timer)
  replace(pending.filter((one) => one !== found))
}

/** Drops the latest decision that was not sent yet, and returns the id of what it was about. */
export function undoLatest(): string | undefined {
  const latest = pending.findLast(({ isSent }) => !isSent)
  if (latest) undo(latest.id)
  return latest?.id
}

/** Sends every decision that still waits, because the page is left. */
export const sendAll = (): Promise<unknown> => Promise.all(pending.map(({ id }) => send(id)))

async function send(id: string): Promise<void> {
  const found = pending.find((one) => one.id === id && !one.isSent)
  if (!found) return
  clearTimeout(found.timer)
  const sent = { ...found, isSent: true }
  replace(pending.map((one) => (one === found ? sent : one)))
  const error = await found.send().then(
    () => undefined,
    (reason: unknown) => reason,
  )
  await found.settle(error).catch(() => undefined)
  replace(pending.filter((one) => one !== sent))
}

const snapshot = () => pending
function subscribe(notify: () => void): () => void {
  listeners.add(notify)
  return () => listeners.delete(notify)
}

/** Every decision whose outcome the lists do not show yet, oldest first. Those with `isSent` cannot be undone. */
export const usePendingDecisions = (): readonly (Decision & { isSent: boolean })[] =>
  useSyncExternalStore(subscribe, snapshot)

/** The ids of what has been decided; lists leave these out. */
export function useDecidedIds(): ReadonlySet<string> {
  return new Set(usePendingDecisions().map(({ id }) => id))
}
