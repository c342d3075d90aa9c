import './admin.css'
import { getMe } from '@offquad/contracts'
import { Button } from '@offquad/ui'
import { api, createExternalStore, currentUser, useExternalStore } from '@offquad/web-kit'
import { useEffect } from 'react'

/** The time in which a decision can be undone before it is sent. */
const UNDO_MS = 5_000

const SIGNED_OUT = 'This decision was not saved, because the administrator who made it signed out.'

export interface Decision {
  /** Id of the item. A later decision on the same item replaces an earlier one that was not sent yet. */
  id: string
  /** The text in the undo bar: 'Review approved'. */
  message: string
  /** @throws ProblemError when the server rejects the decision */
  send: () => Promise<unknown>
  /** Called after an undo: shows the item, which is back in its list after the next render. */
  onUndone: () => void
  /** Updates the lists. The item stays hidden until this resolves. */
  onSettled: (error: unknown) => Promise<unknown>
}

interface PendingDecision extends Decision {
  /** Who decided: the user may change before it is sent. */
  uid: string | undefined
  timer: ReturnType<typeof setTimeout> | undefined
  isSent: boolean
}

/** Decisions that the lists do not show yet, oldest first. */
const pending = createExternalStore<readonly PendingDecision[]>([])

/** Hides the item immediately and sends the decision after five seconds, unless it is undone. */
export function scheduleDecision(decision: Decision): void {
  const earlier = pending.get().find(({ id }) => id === decision.id)
  // A decision in flight cannot be replaced; the server would reject the second one.
  if (earlier?.isSent) return
  // Renews an expired session now: a page that is being closed can send a decision, but not wait for a reply first.
  if (pending.get().length === 0) void api(getMe).catch(() => undefined)
  undo(decision.id)
  const timer = setTimeout(() => void send(decision.id), UNDO_MS)
  pending.set([...pending.get(), { ...decision, uid: currentUser()?.uid, timer, isSent: false }])
}

/** Stops the timers of all decisions, or restarts them from the beginning. */
function setPaused(isPaused: boolean): void {
  pending.set(
    pending.get().map((decision) => {
      if (decision.isSent) return decision
      clearTimeout(decision.timer)
      return {
        ...decision,
        timer: isPaused ? undefined : setTimeout(() => void send(decision.id), UNDO_MS),
      }
    }),
  )
}

function undo(id: string): void {
  const unsent = pending.get().find((decision) => decision.id === id && !decision.isSent)
  if (!unsent) return
  clearTimeout(unsent.timer)
  pending.set(pending.get().filter((decision) => decision !== unsent))
}

/** Cancels the latest decision that was not sent yet. */
function undoLatest(): void {
  const latest = pending.get().findLast(({ isSent }) => !isSent)
  if (!latest) return
  undo(latest.id)
  latest.onUndone()
}

async function send(id: string): Promise<void> {
  const unsent = pending.get().find((decision) => decision.id === id && !decision.isSent)
  if (!unsent) return
  clearTimeout(unsent.timer)
  const sent = { ...unsent, isSent: true }
  pending.set(pending.get().map((decision) => (decision === unsent ? sent : decision)))
  const isOwn = unsent.uid === currentUser()?.uid
  const error = await (isOwn ? unsent.send() : Promise.reject(new Error(SIGNED_OUT))).then(
    () => undefined,
    (reason: unknown) => reason,
  )
  await unsent.onSettled(error).catch(() => undefined)
  pending.set(pending.get().filter((decision) => decision !== sent))
}

/** The ids of items with a pending decision; lists hide them. */
export function useDecidedIds(): ReadonlySet<string> {
  return new Set(useExternalStore(pending).map(({ id }) => id))
}

/** The latest decision, the number of decisions that can still be undone, and the button that undoes them one by one. */
export function UndoBar() {
  const undoable = useExternalStore(pending).filter(({ isSent }) => !isSent)
  useEffect(() => {
    const sendAll = () => pending.get().map(({ id }) => send(id))
    const sendBeforeSignOut = (event: Event) =>
      (event as CustomEvent<Promise<unknown>[]>).detail.push(...sendAll())
    addEventListener('pagehide', sendAll)
    addEventListener('offquad/sign-out', sendBeforeSignOut)
    return () => {
      removeEventListener('pagehide', sendAll)
      removeEventListener('offquad/sign-out', sendBeforeSignOut)
      // The reader navigated to another page of the site and can no longer undo anything.
      void sendAll()
    }
  }, [])
  const latest = undoable.at(-1)
  return (
    <div
      className="admin-undo"
      role="status"
      aria-label="Decisions that can be undone"
      onPointerEnter={() => setPaused(true)}
      onPointerLeave={({ currentTarget }) => setPaused(currentTarget.contains(document.activeElement))}
      onFocus={() => setPaused(true)}
      onBlur={({ currentTarget }) => setPaused(currentTarget.matches(':hover'))}
    >
      {latest && (
        <p className="offquad-float offquad-cluster">
          <span className="admin-clamped">{latest.message}</span>
          {undoable.length > 1 && <span className="offquad-soft">{undoable.length} can be undone</span>}
          <Button type="link" aria-keyshortcuts="U" onClick={undoLatest}>
            Undo
          </Button>
        </p>
      )}
    </div>
  )
}
