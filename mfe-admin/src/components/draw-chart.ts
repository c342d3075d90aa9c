import { colorIn } from '@offquad/ui'
import {
  GraphChart,
  type GraphSeriesOption,
  LineChart,
  type LineSeriesOption,
  PieChart,
  type PieSeriesOption,
} from 'echarts/charts'
import {
  AriaComponent,
  GridComponent,
  type GridComponentOption,
  LegendComponent,
  type LegendComponentOption,
  TooltipComponent,
  type TooltipComponentOption,
} from 'echarts/components'
import { type ComposeOption, init, use as register } from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'

export type ChartOption = ComposeOption<
  | GraphSeriesOption
  | LineSeriesOption
  | PieSeriesOption
  | GridComponentOption
  | LegendComponentOption
  | TooltipComponentOption
>

// Registering only what is used keeps the rest of echarts out of the bundle.
register([
  GraphChart,
  LineChart,
  PieChart,
  AriaComponent,
  GridComponent,
  LegendComponent,
  TooltipComponent,
  SVGRenderer,
])

/**
 * Draws a chart into an element, in the page's colors, and resizes it with the element.
 * @returns a function that removes the chart
 */
export function drawChart(element: HTMLElement, option: ChartOption): () => void {
  const chart = init(element, themeOf(element), { renderer: 'svg' })
  // Drawn tooltips: the page's Trusted Types policy blocks HTML ones.
  chart.setOption({ ...option, tooltip: { ...[option.tooltip].flat()[0], renderMode: 'richText' } })
  const observer = new ResizeObserver(() => chart.resize())
  observer.observe(element)
  return () => {
    observer.disconnect()
    chart.dispose()
  }
}

function themeOf(element: HTMLElement) {
  const { color, fontFamily } = getComputedStyle(element)
  const text = { color, fontFamily }
  const line = { lineStyle: { color: colorIn(element, '--offquad-line') } }
  const axis = { axisLabel: text, axisLine: line, splitLine: line }
  return {
    color: ['brand', 'second', 'third', 'fourth', 'fifth'].map((name) =>
      colorIn(element, `--admin-chart-${name}`),
    ),
    textStyle: text,
    legend: { textStyle: text },
    categoryAxis: axis,
    valueAxis: axis,
  }
}
