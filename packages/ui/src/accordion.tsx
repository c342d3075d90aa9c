import './accordion.css'
import { type ReactNode } from 'react'
import { Chevron } from './chevron'

interface AccordionProps {
  /** `id` is the URL fragment that links to the item. */
  items: { id: string; title: string; content: ReactNode }[]
  /** The item that is open initially. */
  openId?: string
}

/** A list of titles that expand independently, even before scripts have loaded. */
export function Accordion({ items, openId }: AccordionProps) {
  return (
    <div className="offquad-accordion">
      {items.map(({ id, title, content }) => (
        <details key={id} open={id === openId || undefined}>
          <summary className="offquad-ends">
            <strong id={id}>{title}</strong>
            <Chevron />
          </summary>
          <div className="offquad-accordion-content">{content}</div>
        </details>
      ))}
    </div>
  )
}
