import './state-message.css'
import { type ReactNode } from 'react'

interface StateMessageProps {
  /** The state: 'No buildings are listed for this landlord.' */
  title: string
  /** Advice to the reader. */
  detail?: string
  action?: ReactNode
  /** Heading level of the title: h1 if the message is the whole page. Not a heading by default. */
  heading?: 'h1' | 'h2' | 'h3'
}

/** Replaces content that is empty, not found or failed to load. */
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
