import '../../components/admin.css'
import { type ContactStatus } from '@offquad/contracts'
import { Button } from '@offquad/ui'
import { type ReactNode } from 'react'
import { momentText } from '../../components/moment-text'

interface ContactItemProps {
  title: string
  /** When it was sent, ISO 8601. */
  date: string
  onDecide: (status: Exclude<ContactStatus, 'PENDING'>) => void
  /** What else can be done with it. */
  action?: ReactNode
  children: ReactNode
}

/** Something people sent, and what can be done with it. */
export function ContactItem({ title, date, onDecide, action, children }: ContactItemProps) {
  return (
    <li className="admin-item">
      <header>
        <h3>{title}</h3>
        <time dateTime={date}>{momentText(date)}</time>
      </header>
      {children}
      <p className="admin-actions">
        <Button type="primary" onClick={() => onDecide('COMPLETED')}>
          Done
        </Button>
        <Button danger onClick={() => onDecide('DELETED')}>
          Delete
        </Button>
        {action}
      </p>
    </li>
  )
}
