import './admin.css'
import { Skeleton } from '@offquad/ui'
import { LoadFailure, type QueryFailure } from '@offquad/web-kit'
import { type ReactNode, useId } from 'react'
import { Link } from 'react-router-dom'
import { useUrlParams } from './use-url-params'

interface SectionProps {
  title: string
  /** undefined while it loads */
  count: number | undefined
  failure: QueryFailure | undefined
  /** Whether it is expanded; without `onToggle` only the initial state. */
  isOpen?: boolean
  /** Called instead of expanding or collapsing it. */
  onToggle?: () => void
  /** Shown when there are no items. */
  empty?: string
  /** Shown above the content, even while that loads. */
  controls?: ReactNode
  children: ReactNode
}

/** A titled, counted, collapsible section. */
export function Section(props: SectionProps) {
  const {
    title,
    count,
    failure,
    isOpen = true,
    onToggle,
    empty = 'Nothing is waiting here.',
    controls,
    children,
  } = props
  return (
    <details className="offquad-section" open={isOpen}>
      <summary
        className="offquad-summary"
        onClick={
          onToggle &&
          ((event) => {
            event.preventDefault()
            onToggle()
          })
        }
      >
        <h2>
          {title}
          {count === undefined ? '' : ` (${count})`}
        </h2>
      </summary>
      {controls}
      {failure && <LoadFailure title="This cannot be loaded right now." {...failure} />}
      {!failure && count === undefined && <Skeleton active paragraph={{ rows: 3 }} />}
      {!failure && count === 0 && <p className="offquad-soft">{empty}</p>}
      {!failure && children}
    </details>
  )
}

/** A form in the place of the list that leads to it. */
export function EditorSection({ title, children }: { title: ReactNode; children: ReactNode }) {
  const { hrefWith } = useUrlParams()
  const heading = useId()
  return (
    <section aria-labelledby={heading}>
      <p style={{ marginTop: 0 }}>
        <Link to={hrefWith({ id: undefined, from: undefined })}>← Back to the list</Link>
      </p>
      <h2 id={heading}>{title}</h2>
      {children}
    </section>
  )
}
