import './admin.css'
import { Button } from '@offquad/ui'
import { useEffect } from 'react'
import { sendAll, undoLatest, usePendingDecisions } from './undoable-decisions'

/** The latest decision and how many can still be undone, with one button that undoes them one by one. */
export function UndoBar() {
  const decisions = usePendingDecisions().filter(({ isSent }) => !isSent)
  useEffect(() => {
    const send = () => void sendAll()
    addEventListener('pagehide', send)
    return () => {
      removeEventListener('pagehide', send)
      // The reader moved on to another page of the site and can no longer undo anything.
      send()
    }
  }, [])
  const latest = decisions.at(-1)
  return (
    <div className="admin-undo" role="status" aria-label="Decisions that can be undone">
      {latest && (
        <p>
          <span className="admin-undo-text">{latest.done}</span>
          {decisions.length > 1 && <span className="admin-soft">{decisions.length} can be undone</span>}
          <Button type="link" aria-keyshortcuts="U" onClick={() => focusRestored(undoLatest())}>
            Undo
          </Button>
        </p>
      )}
    </div>
  )
}

/** What was undone is back in its list once React has rendered it; the button may be gone by then. */
function focusRestored(id: string | undefined): void {
  requestAnimationFrame(() =>
    [...document.querySelectorAll<HTMLElement>('[data-review], [data-contact]')]
      .find(({ dataset }) => (dataset.review ?? dataset.contact) === id)
      ?.focus(),
  )
}
