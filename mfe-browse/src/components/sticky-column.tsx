import './components.css'
import { type ReactNode } from 'react'

/**
 * The column beside a long one. It stays in view while the long one scrolls; where it is taller than the window, it
 * scrolls by itself, so that the focus is never moved to something below the header.
 */
export function StickyColumn({ children }: { children: ReactNode }) {
  return <div className="browse-sticky">{children}</div>
}
