import './components.css'
import { type ReactNode, useEffect, useRef } from 'react'

/**
 * The column beside a long one. It stays in view while the long one scrolls; where it is taller than the window, it
 * scrolls along until its end is visible.
 */
export function StickyColumn({ children }: { children: ReactNode }) {
  const column = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = column.current
    if (!element) return
    const observer = new ResizeObserver(() =>
      element.style.setProperty('--browse-column-height', `${element.offsetHeight}px`),
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return (
    <div ref={column} className="browse-sticky">
      {children}
    </div>
  )
}
