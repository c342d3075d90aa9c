import './state-message.css'
import { type ReactNode } from 'react'

interface StateMessageProps {
  /** What is the case: nothing here, not found, cannot be loaded. */
  title: string
  /** What to do about it. */
  detail?: string
  action?: ReactNode
  /** Its rank where it heads a part of the page: h1 where the message is the whole page. A plain line otherwise. */
  heading?: 'h1' | 'h2' | 'h3'
}

/** Stands where content would: empty, not found or failed. */
export function StateMessage({ title, detail, action, heading }: StateMessageProps) {
  const Title = heading ?? 'p'
  return (
    <div className="offquad-state" role={heading === 'h1' ? undefined : 'status'}>
      <Title className="offquad-state-title">{title}</Title>
      {detail && <p>{detail}</p>}
      {action}
    </div>
  )
}
