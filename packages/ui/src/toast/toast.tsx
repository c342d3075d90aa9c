import { lazy, type ReactElement, type ReactNode, Suspense, useEffect, useSyncExternalStore } from 'react'
import { type Messages as MessagesComponent } from '../antd/messages'

/** How long a toast stays, in seconds. */
const DURATION_S = 3.5

type Kind = 'success' | 'info' | 'error'
type Holder = NonNullable<Parameters<Parameters<typeof MessagesComponent>[0]['onReady']>[0]>

// Loaded for the first toast.
const Messages = lazy(async () => ({ default: (await import('../antd/messages')).Messages }))

/** Whether a ToastHost is on the page, and has been needed. */
const state = { hosts: 0, isNeeded: false }
const listeners = new Set<() => void>()
let holder: Holder | undefined
/** Toasts that wait for the code that shows them. */
let waiting: (() => void)[] = []

/** Only one error at a time, so that an error that was fixed does not stay beside the success message. */
const ERROR_KEY = 'error'

/**
 * Shows a message at the top of the page for a few seconds and announces it to screen readers. Needs a ToastHost on the
 * page. An error or a success replaces the current error.
 */
export function showToast(kind: Kind, content: ReactNode): void {
  if (state.hosts === 0) return
  if (holder) return show(holder, kind, content)
  waiting.push(() => holder && show(holder, kind, content))
  state.isNeeded = true
  for (const notify of listeners) notify()
}

function show(messages: Holder, kind: Kind, content: ReactNode): void {
  if (kind === 'success') messages.destroy(ERROR_KEY)
  void messages.open({
    ...(kind === 'error' && { key: ERROR_KEY }),
    type: kind,
    duration: DURATION_S,
    content: <span role={kind === 'error' ? 'alert' : 'status'}>{content}</span>,
  })
}

function setHolder(next: Holder | undefined): void {
  holder = next
  if (!next) return
  const shown = waiting
  waiting = []
  for (const one of shown) one()
}

const isNeeded = () => state.isNeeded
const isNeededOnServer = () => false

function subscribe(notify: () => void): () => void {
  listeners.add(notify)
  return () => listeners.delete(notify)
}

/** Renders the toasts; once on the page, inside the providers that their content needs (the router, for links). */
export function ToastHost(): ReactElement {
  const isShown = useSyncExternalStore(subscribe, isNeeded, isNeededOnServer)
  useEffect(() => {
    state.hosts += 1
    return () => {
      state.hosts -= 1
      if (state.hosts > 0) return
      state.isNeeded = false
      waiting = []
    }
  }, [])
  return <Suspense fallback={null}>{isShown && <Messages onReady={setHolder} />}</Suspense>
}
