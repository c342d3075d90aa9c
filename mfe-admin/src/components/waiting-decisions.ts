import { useSyncExternalStore } from 'react'

/** In this time a decision can be undone. */
const UNDO_MS = 5_000

export interface Decision {
  /** Of what is decided about; a second decision about it takes the place of the first. */
  id: string
  /** What is said meanwhile: 'Approved'. */
  done: string
  /** @throws ProblemError when it was not to be */
  send: () => Promise<unknown>
  /** It was sent, or could not be. */
  onSettled: (error: unknown) => void
}

interface Waiting extends Decision {
  timer: ReturnType<typeof setTimeout>
}

let waiting: readonly Waiting[] = []
const listeners = new Set<() => void>()

function replace(next: readonly Waiting[]): void {
  waiting = next
  for (const notify of listeners) notify()
}

/** Takes a decision: it shows at once and is sent after five seconds, unless it is undone before. */
export function decide(decision: Decision): void {
  undo(decision.id)
  const timer = setTimeout(() => void settle(decision.id), UNDO_MS)
  replace([...waiting, { ...decision, timer }])
}

/** Forgets a decision that was not sent yet. */
export function undo(id: string): void {
  const found = waiting.find((one) => one.id === id)
  if (!found) return
  clearTimeout(found.timer)
  replace(waiting.filter((one) => one !== found))
}

/** Sends whatever still waits: the page is left, and nothing decided may be lost. */
export const sendAll = (): Promise<unknown> => Promise.all(waiting.map(({ id }) => settle(id)))

async function settle(id: string): Promise<void> {
  const found = waiting.find((one) => one.id === id)
  if (!found) return
  clearTimeout(found.timer)
  try {
    await found.send()
    found.onSettled(undefined)
  } catch (error) {
    found.onSettled(error)
  } finally {
    // Only now: until the answer is there, the list must not show it again.
    replace(waiting.filter((one) => one !== found))
  }
}

/** The decisions that can still be undone, in the order they were taken. */
export const useWaitingDecisions = (): readonly Decision[] =>
  useSyncExternalStore(
    (notify) => {
      listeners.add(notify)
      return () => listeners.delete(notify)
    },
    () => waiting,
  )
