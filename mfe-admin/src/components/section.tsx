import './admin.css'
import { Skeleton } from '@offquad/ui'
import { LoadFailure, type ProblemError } from '@offquad/web-kit'
import { type ReactNode } from 'react'

interface SectionProps {
  title: string
  /** undefined while it loads */
  count: number | undefined
  failure: { error: ProblemError; onRetry: () => unknown } | undefined
  /** Whether it shows its content when the page opens. */
  isOpen?: boolean
  /** What is said where there is nothing. */
  empty?: string
  /** Stand above the content, whatever there is of it. */
  controls?: ReactNode
  children: ReactNode
}

/** A titled, counted part of the page that opens and closes. */
export function Section(props: SectionProps) {
  const {
    title,
    count,
    failure,
    isOpen = true,
    empty = 'Nothing is waiting here.',
    controls,
    children,
  } = props
  return (
    <details className="admin-section" open={isOpen}>
      <summary>
        <h2>
          {title}
          {count === undefined ? '' : ` (${count})`}
        </h2>
      </summary>
      {controls}
      {failure && <LoadFailure title="This cannot be loaded right now." {...failure} />}
      {!failure && count === undefined && <Skeleton active paragraph={{ rows: 3 }} />}
      {!failure && count === 0 && <p className="admin-soft">{empty}</p>}
      {!failure && children}
    </details>
  )
}
