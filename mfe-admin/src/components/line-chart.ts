import { type ChartOption } from './draw-chart'

interface LineChart {
  /** What the points of every line are about, from left to right. */
  labels: string[]
  /** null: there is nothing to show at this label. */
  lines: { name: string; data: (number | null)[] }[]
  yAxis?: { name?: string; min?: number; minInterval?: number }
  showSymbol?: boolean
}

/** Lines over time, with their names below. */
export const lineChart = ({ labels, lines, yAxis, showSymbol }: LineChart): ChartOption => ({
  tooltip: { trigger: 'axis' },
  legend: { bottom: 0 },
  grid: { left: 40, right: 16, top: 16, bottom: 80 },
  xAxis: { type: 'category', data: labels },
  yAxis: { type: 'value', ...yAxis },
  series: lines.map((line) => ({ type: 'line', ...(showSymbol !== undefined && { showSymbol }), ...line })),
})
