import { LineChart, type LineSeriesOption, PieChart, type PieSeriesOption } from 'echarts/charts'
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
  LineSeriesOption | PieSeriesOption | GridComponentOption | LegendComponentOption | TooltipComponentOption
>

// Only what is drawn here is part of the bundle.
register([LineChart, PieChart, AriaComponent, GridComponent, LegendComponent, TooltipComponent, SVGRenderer])

/** Draws a chart into an element as wide as that is; the answer takes it away again. */
export function drawChart(element: HTMLElement, option: ChartOption): () => void {
  const chart = init(element, undefined, { renderer: 'svg' })
  const { color, fontFamily } = getComputedStyle(element)
  const text = { color, fontFamily }
  chart.setOption({ ...option, textStyle: text, legend: { ...option.legend, textStyle: text } })
  const observer = new ResizeObserver(() => chart.resize())
  observer.observe(element)
  return () => {
    observer.disconnect()
    chart.dispose()
  }
}
