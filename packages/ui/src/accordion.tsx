import './accordion.css'
import { type ReactNode } from 'react'

interface AccordionProps {
  /** `id` is the URL fragment that links to the item. */
  items: { id: string; title: string; content: ReactNode }[]
  /** The item that is open initially. */
  openId?: string
}

/** A list of titles that expand independently, also before scripts have loaded. */
export function Accordion({ items, openId }: AccordionProps) {
  return (
    <div className="offquad-accordion">
      {items.map(({ id, title, content }) => (
        <details key={id} open={id === openId || undefined}>
          <summary>
            <strong id={id}>{title}</strong>
            <svg viewBox="0 0 12 8" aria-hidden="true">
              <path
                d="m1 1.5 5 5 5-5"
                fill="none"
                stroke="currentColor"
                strokeWidth="2"
                strokeLinecap="round"
              />
            </svg>
          </summary>
          <div className="offquad-accordion-content">{content}</div>
        </details>
      ))}
    </div>
  )
}
