import './listing.css'
import { type ReactNode, useEffect, useId, useState } from 'react'
import { IconButton } from '../button/icon-button'

interface CardRowProps {
  title: string
  /** The order of the cards, if the title does not tell. */
  hint?: string
  action?: ReactNode
  /** The cards. */
  items: { key: string; content: ReactNode }[]
}

/** A titled row of cards that scrolls horizontally: by touch, with arrow buttons, and by keyboard. */
export function CardRow({ title, hint, action, items }: CardRowProps) {
  const id = useId()
  const [row, setRow] = useState<HTMLElement | null>(null)
  const ends = useEnds(row, items.length)
  return (
    <section className="offquad-row offquad-section" aria-labelledby={id}>
      <div className="offquad-row-head offquad-ends">
        <div>
          <h2 id={id}>{title}</h2>
          {hint && <p className="offquad-note">{hint}</p>}
        </div>
        <div className="offquad-row-tools">
          {action}
          <Arrows title={title} row={row} ends={ends} />
        </div>
      </div>
      <ul ref={setRow} className="offquad-row-cards offquad-scroll-row">
        {items.map(({ key, content }) => (
          <li key={key}>{content}</li>
        ))}
      </ul>
    </section>
  )
}

interface Ends {
  isAtStart: boolean
  isAtEnd: boolean
}

// Scroll positions are fractional and never equal the end exactly.
const TOLERANCE_PX = 2
const FITS: Ends = { isAtStart: true, isAtEnd: true }

/** Whether the row is scrolled to its start or end; updates on scroll, resize and new cards. */
function useEnds(row: HTMLElement | null, count: number): Ends {
  const [ends, setEnds] = useState(FITS)
  useEffect(() => {
    if (!row || count === 0) return
    const measure = () => {
      const next = endsOf(row)
      setEnds((current) =>
        current.isAtStart === next.isAtStart && current.isAtEnd === next.isAtEnd ? current : next,
      )
    }
    // The observer reports after layout; measuring here would force a layout of the page for each row.
    const observer = new ResizeObserver(measure)
    observer.observe(row)
    row.addEventListener('scroll', measure, { passive: true })
    return () => {
      observer.disconnect()
      row.removeEventListener('scroll', measure)
    }
  }, [row, count])
  return ends
}

function endsOf({ scrollLeft, scrollWidth, clientWidth }: HTMLElement): Ends {
  return {
    isAtStart: scrollLeft <= TOLERANCE_PX,
    isAtEnd: scrollLeft + clientWidth >= scrollWidth - TOLERANCE_PX,
  }
}

interface ArrowsProps {
  title: string
  row: HTMLElement | null
  ends: Ends
}

const scrollBehavior = (): ScrollBehavior =>
  matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth'

/** Buttons that scroll the row by its width. At an end, the inactive button keeps its place and the focus. */
const Arrows = ({ title, row, ends: { isAtStart, isAtEnd } }: ArrowsProps) => {
  const arrow = (label: string, icon: string, direction: 1 | -1, isAtLimit: boolean) => (
    <IconButton
      className="offquad-round-button"
      label={`${label}: ${title}`}
      icon={icon}
      aria-disabled={isAtLimit}
      onClick={() => row?.scrollBy({ left: direction * row.clientWidth, behavior: scrollBehavior() })}
    />
  )
  return (
    <div className="offquad-row-arrows offquad-beyond-phones">
      {!(isAtStart && isAtEnd) && (
        <>
          {arrow('Previous', 'm14.5 6-6 6 6 6', -1, isAtStart)}
          {arrow('Next', 'm9.5 6 6 6-6 6', 1, isAtEnd)}
        </>
      )}
    </div>
  )
}

/** Cards in as many columns as fit, two on a phone. */
export function CardGrid({ items }: Pick<CardRowProps, 'items'>) {
  return (
    <ul className="offquad-grid">
      {items.map(({ key, content }) => (
        <li key={key}>{content}</li>
      ))}
    </ul>
  )
}
