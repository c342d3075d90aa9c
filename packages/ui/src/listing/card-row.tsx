import './listing.css'
import { type ReactNode, useId } from 'react'

interface CardRowProps {
  title: string
  action?: ReactNode
  /** One card each; rows scroll sideways and snap. */
  items: { key: string; content: ReactNode }[]
}

/** A titled row of cards that scrolls sideways. */
export function CardRow({ title, action, items }: CardRowProps) {
  const id = useId()
  return (
    <section className="offquad-row" aria-labelledby={id}>
      <div className="offquad-row-head">
        <h2 id={id}>{title}</h2>
        {action}
      </div>
      <ul className="offquad-row-cards">
        {items.map(({ key, content }) => (
          <li key={key}>{content}</li>
        ))}
      </ul>
    </section>
  )
}

/** Cards in columns: as many as fit, two on a phone. */
export function CardGrid({ items }: Pick<CardRowProps, 'items'>) {
  return (
    <ul className="offquad-grid">
      {items.map(({ key, content }) => (
        <li key={key}>{content}</li>
      ))}
    </ul>
  )
}
