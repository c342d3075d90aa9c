import './admin.css'
import { Button } from '@offquad/ui'
import { useEffect } from 'react'
import { sendAll, undo, useWaitingDecisions } from './waiting-decisions'

/** What was just decided and can still be undone. */
export function UndoBar() {
  const decisions = useWaitingDecisions()
  useEffect(() => {
    const send = () => void sendAll()
    addEventListener('pagehide', send)
    return () => {
      removeEventListener('pagehide', send)
      // Another page of the site is opened: nobody can undo it any more.
      send()
    }
  }, [])
  return (
    <ul className="admin-undo" aria-live="polite" aria-label="Decisions that can be undone">
      {decisions.map(({ id, done }) => (
        <li key={id}>
          {done}
          <Button type="link" onClick={() => undo(id)}>
            Undo
          </Button>
        </li>
      ))}
    </ul>
  )
}
