import './state-message.css'
import { type ReactNode } from 'react'

interface StateMessageProps {
  /** What is the case: nothing here, not found, cannot be loaded. */
  title: string
  /** What to do about it. */
  detail?: string
  action?: ReactNode
  /** h1 where the message is the whole page. */
  heading?: 'h1' | 'h2' | 'h3'
}

/** Stands where content would: empty, not found or failed. */
export function StateMessage({ title, detail, action, heading: Heading = 'h3' }: StateMessageProps) {
  return (
    <div className="offquad-state" role={Heading === 'h1' ? undefined : 'status'}>
      <Heading>{title}</Heading>
      {detail && <p>{detail}</p>}
      {action}
    </div>
  )
}
