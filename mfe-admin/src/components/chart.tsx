import './admin.css'
import { useIsDark } from '@offquad/ui'
import { useEffect, useRef } from 'react'
import { type ChartOption } from './draw-chart'

/** A chart, hidden from assistive technology: the same numbers are shown as text next to it. */
export function Chart({ option }: { option: ChartOption }) {
  const container = useRef<HTMLDivElement>(null)
  // A chart keeps its initial colors: draw it again when they change.
  const isDark = useIsDark()
  useEffect(() => {
    let remove: (() => void) | undefined
    let isMounted = true
    // Loaded lazily, because it is large; if that fails, the numbers are still shown.
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

interface LineChart {
  /** Labels of every line's points, from left to right. */
  labels: string[]
  /** null: no value at this label. */
  lines: { name: string; data: (number | null)[] }[]
  yAxis?: { name?: string; min?: number; minInterval?: number }
  showSymbol?: boolean
}

/** Lines over time, with their names below. */
export const lineChart = ({ labels, lines, yAxis, showSymbol }: LineChart): ChartOption => ({
  tooltip: { trigger: 'axis' },
  legend: { bottom: 0 },
  grid: { left: 40, right: 16, top: 28, bottom: 80 },
  xAxis: { type: 'category', data: labels },
  yAxis: { type: 'value', ...yAxis },
  series: lines.map((line) => ({ type: 'line', ...(showSymbol !== undefined && { showSymbol }), ...line })),
})
