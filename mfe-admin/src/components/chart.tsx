import './admin.css'
import { useEffect, useRef } from 'react'
import { type ChartOption } from './draw-chart'

/** A chart for those who see it; what it shows is written beside it for everybody. */
export function Chart({ option }: { option: ChartOption }) {
  const place = useRef<HTMLDivElement>(null)
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
  }, [option])
  return <div ref={place} className="admin-chart" aria-hidden="true" />
}
