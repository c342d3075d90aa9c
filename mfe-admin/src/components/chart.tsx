import './admin.css'
import { useMediaQuery } from '@offquad/ui'
import { useEffect, useRef } from 'react'
import { type ChartOption } from './draw-chart'

/** A chart for those who see it; what it shows is written beside it for everybody. */
export function Chart({ option }: { option: ChartOption }) {
  const place = useRef<HTMLDivElement>(null)
  // The drawing has the page's colours of when it was drawn.
  const isDark = useMediaQuery('(prefers-color-scheme: dark)')
  useEffect(() => {
    let remove: (() => void) | undefined
    let isHere = true
    // Charts are large: they come when one is shown, and where they cannot come the numbers are still there.
    void import('./draw-chart')
      .then(({ drawChart }) => {
        if (isHere && place.current) remove = drawChart(place.current, option)
      })
      .catch(() => undefined)
    return () => {
      isHere = false
      remove?.()
    }
  }, [option, isDark])
  return <div ref={place} className="admin-chart" aria-hidden="true" />
}
