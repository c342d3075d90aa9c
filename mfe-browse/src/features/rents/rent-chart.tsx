import './rents.css'
import { type PaidRent } from '@offquad/contracts'
import { useIsDark } from '@offquad/ui'
import { university } from '@offquad/web-kit'
import { useEffect, useRef } from 'react'

/** The rents of each size over the years, drawn once it is in view; hidden from assistive technology, which has the table. */
export function RentChart({ rents }: { rents: readonly PaidRent[] }) {
  const container = useRef<HTMLDivElement>(null)
  // A chart keeps the colors that it was drawn with, so redraw it when they change.
  const isDark = useIsDark()
  useEffect(() => {
    const element = container.current
    if (!element) return undefined
    let remove: (() => void) | undefined
    let isMounted = true
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      observer.disconnect()
      // Loaded lazily because it is large. If that fails, there is still the table.
      import('./draw-rents')
        .then(({ drawRents }) => {
          if (isMounted) remove = drawRents(element, { rents, brackets: university().priceBrackets })
        })
        .catch(() => undefined)
    })
    observer.observe(element)
    return () => {
      isMounted = false
      observer.disconnect()
      remove?.()
    }
  }, [rents, isDark])
  return <div ref={container} className="browse-rent-chart" aria-hidden="true" />
}
