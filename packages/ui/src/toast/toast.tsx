import './toast.css'
import { type ReactElement, type ReactNode, useEffect, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { openModals } from '../dialog/open-modals'

const DURATION_MS = 3_500
/** Duration of a message that offers to undo an action. */
const UNDO_MS = 8_000
const MOST = 3

const endOf = (kind: Kind): number => Date.now() + (kind === 'undo' ? UNDO_MS : DURATION_MS)

type Kind = 'success' | 'undo' | 'info' | 'error'

interface Toast {
  id: number
  kind: Kind
  content: ReactNode
  /** A dialog that opens or closes does not prolong it. */
  endsAt: number
}

let toasts: readonly Toast[] = []
let lastId = 0
const hosts = new Set<() => void>()

function replace(next: readonly Toast[]): void {
  toasts = next
  for (const notify of hosts) notify()
}

/**
 * Shows a message over the page for a few seconds, longer while the pointer or the focus is on it, and announces it to
 * screen readers. Needs a ToastHost on the page. An error or a success replaces the previous one, which it may contradict.
 */
export function showToast(kind: Kind, content: ReactNode): void {
  if (hosts.size === 0) return
  const kept = toasts.filter((toast) => kind === 'info' || toast.kind === 'info')
  replace([...kept, { id: (lastId += 1), kind, content, endsAt: endOf(kind) }].slice(-MOST))
}

function subscribe(notify: () => void): () => void {
  hosts.add(notify)
  return () => {
    hosts.delete(notify)
    if (hosts.size === 0) toasts = []
  }
}

const shownToasts = () => toasts
const NONE: readonly Toast[] = []

/** Renders the toasts; once on the page, inside the providers that their content needs (the router, for links). */
export function ToastHost(): ReactElement {
  const shown = useSyncExternalStore(subscribe, shownToasts, () => NONE)
  const modal = useSyncExternalStore(openModals.subscribe, openModals.topmost, () => undefined)
  if (shown.length === 0) return <></>
  const element = (
    <div className="offquad-toasts">
      {shown.map((toast) => (
        <ShownToast key={toast.id} {...toast} />
      ))}
    </div>
  )
  return <>{createPortal(element, modal ?? document.body)}</>
}

function ShownToast({ id, kind, content, ...shown }: Toast) {
  const [endsAt, setEndsAt] = useState<number | undefined>(shown.endsAt)
  useEffect(() => {
    if (endsAt === undefined) return
    const remove = () => replace(toasts.filter((toast) => toast.id !== id))
    const timer = setTimeout(remove, endsAt - Date.now())
    return () => clearTimeout(timer)
  }, [id, endsAt])
  const hold = (isHeld: boolean) => setEndsAt(isHeld ? undefined : endOf(kind))
  return (
    <div
      className={`offquad-toast offquad-float offquad-toast-${kind}`}
      role={kind === 'error' ? 'alert' : 'status'}
      onPointerEnter={() => hold(true)}
      onPointerLeave={({ currentTarget }) => hold(currentTarget.contains(document.activeElement))}
      onFocus={() => hold(true)}
      onBlur={({ currentTarget }) => hold(currentTarget.matches(':hover'))}
    >
      {content}
    </div>
  )
}
