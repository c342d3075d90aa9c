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
  onUndone?: () => void
  /** Updates the lists. The item stays hidden until this resolves. */
  onSettled: (error: unknown) => Promise<unknown>
}

interface PendingDecision extends Decision {
  /** The user who decided: another may be signed in before it is sent. */
  uid: string | undefined
  timer: ReturnType<typeof setTimeout> | undefined
  /** Resolves once the lists show it; absent while it can be undone. */
  sending?: Promise<void>
}

/** Decisions that the lists do not show yet, oldest first. */
const pending = createExternalStore<readonly PendingDecision[]>([])

/** Hides the item immediately and sends the decision after five seconds, unless it is undone. */
export function scheduleDecision(decision: Decision): void {
  const earlier = pending.get().find(({ id }) => id === decision.id)
  // A decision in flight cannot be replaced; the server would reject the second one.
  if (earlier?.sending) return
  // Renews an expired session now: a page that is being closed can send a decision, but not wait for a reply first.
  if (pending.get().length === 0) void api(getMe).catch(() => undefined)
  undo(decision.id)
  const timer = setTimeout(() => void send(decision.id), UNDO_MS)
  pending.set([...pending.get(), { ...decision, uid: currentUser()?.uid, timer }])
  // It stays, because the page may be left before all decisions have arrived.
  addEventListener('offquad/sign-out', sendBeforeSignOut)
}

/** Stops the timers of all decisions, or restarts them from the beginning. */
function setPaused(isPaused: boolean): void {
  pending.set(
    pending.get().map((decision) => {
      if (decision.sending) return decision
      clearTimeout(decision.timer)
      return {
        ...decision,
        timer: isPaused ? undefined : setTimeout(() => void send(decision.id), UNDO_MS),
      }
    }),
  )
}

function undo(id: string): void {
  const unsent = pending.get().find((decision) => decision.id === id && !decision.sending)
  if (!unsent) return
  clearTimeout(unsent.timer)
  pending.set(pending.get().filter((decision) => decision !== unsent))
}

/** Cancels the latest decision that was not sent yet. */
function undoLatest(): void {
  const latest = pending.get().findLast(({ sending }) => !sending)
  if (!latest) return
  undo(latest.id)
  latest.onUndone?.()
}

/** @returns resolves once the lists show the decision, even if it was sent before */
function send(id: string): Promise<void> | undefined {
  const decision = pending.get().find((candidate) => candidate.id === id)
  if (!decision || decision.sending) return decision?.sending
  clearTimeout(decision.timer)
  const sent: PendingDecision = {
    ...decision,
    sending: settle(decision).then(() => pending.set(pending.get().filter((other) => other !== sent))),
  }
  pending.set(pending.get().map((other) => (other === decision ? sent : other)))
  return sent.sending
}

async function settle({ uid, send, onSettled }: PendingDecision): Promise<void> {
  const isOwn = uid === currentUser()?.uid
  const error = await (isOwn ? send() : Promise.reject(new Error(SIGNED_OUT))).then(
    () => undefined,
    (reason: unknown) => reason,
  )
  await onSettled(error).catch(() => undefined)
}

const sendAll = () => pending.get().map(({ id }) => send(id))

const sendBeforeSignOut = (event: Event) =>
  (event as CustomEvent<(Promise<void> | undefined)[]>).detail.push(...sendAll())

/** The ids of items with a pending decision; lists hide them. */
export function useDecidedIds(): ReadonlySet<string> {
  return new Set(useExternalStore(pending).map(({ id }) => id))
}

/** The latest decision, the number of decisions that can still be undone, and the button that undoes them one by one. */
export function UndoBar() {
  const undoable = useExternalStore(pending).filter(({ sending }) => !sending)
  useEffect(() => {
    addEventListener('pagehide', sendAll)
    return () => {
      removeEventListener('pagehide', sendAll)
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
            Undo <Key>U</Key>
          </Button>
        </p>
      )}
    </div>
  )
}

/** The key that presses a button. */
export const Key = ({ children }: { children: string }) => (
  <kbd aria-hidden="true" className="offquad-beyond-phones">
    {children}
  </kbd>
)
