import './admin.css'
import { useIsDark } from '@offquad/ui'
import { useEffect, useRef } from 'react'
import { type ChartOption } from './draw-chart'

/** A chart, hidden from assistive technology: the same numbers are shown as text next to it. */
export function Chart({ option }: { option: ChartOption }) {
  const container = useRef<HTMLDivElement>(null)
  // A chart keeps the colors with which it was drawn: draw it again when they change.
  const isDark = useIsDark()
  useEffect(() => {
    let remove: (() => void) | undefined
    let isMounted = true
    // Loaded lazily, because it is large; if that fails, the numbers are still there.
    void import('./draw-chart')
      .then(({ drawChart }) => {
        if (isMounted && container.current) remove = drawChart(container.current, option)
      })
      .catch(() => undefined)
    return () => {
      isMounted = false
      remove?.()
    }
  }, [option, isDark])
  return <div ref={container} className="admin-chart" aria-hidden="true" />
}
