import '../../components/admin.css'
import { type ContactStatus } from '@offquad/contracts'
import { Button } from '@offquad/ui'
import { type ReactNode, useRef } from 'react'
import { momentText } from '../../components/moment-text'

interface ContactItemProps {
  id: string
  title: string
  /** When it was sent, ISO 8601. */
  date: string
  onDecide: (status: Exclude<ContactStatus, 'PENDING'>) => void
  /** What else can be done with it. */
  action?: ReactNode
  children: ReactNode
}

/** Something people sent, and what can be done with it. */
export function ContactItem({ id, title, date, onDecide, action, children }: ContactItemProps) {
  const item = useRef<HTMLLIElement>(null)
  function decide(status: Parameters<typeof onDecide>[0]): void {
    // It leaves its list: the one after it has the focus, or the one before it at the end.
    const { nextElementSibling: next, previousElementSibling: before } = item.current ?? {}
    const neighbor = next ?? before
    if (neighbor instanceof HTMLElement) neighbor.focus()
    onDecide(status)
  }
  return (
    <li ref={item} className="admin-item" tabIndex={-1} data-contact={id}>
      <header>
        <h3>{title}</h3>
        <time dateTime={date}>{momentText(date)}</time>
      </header>
      {children}
      <p className="admin-actions">
        <Button type="primary" onClick={() => decide('COMPLETED')}>
          Done
        </Button>
        <Button danger onClick={() => decide('DELETED')}>
          Delete
        </Button>
        {action}
      </p>
    </li>
  )
}
