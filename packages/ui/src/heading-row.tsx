import { type ReactNode } from 'react'

interface HeadingRowProps {
  /** The heading first, then controls, such as a choice of the order. */
  children: ReactNode
  className?: string
}

/** A heading with controls at the other end of its line, or below it if there is no room. */
export function HeadingRow({ children, className = '' }: HeadingRowProps) {
  return <div className={`offquad-heading-row ${className}`}>{children}</div>
}
