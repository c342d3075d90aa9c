import { type PaidRent } from '@offquad/contracts'
import { colorIn } from '@offquad/ui'
import { countText } from '@offquad/web-kit'
import { LineChart, type LineSeriesOption } from 'echarts/charts'
import {
  GridComponent,
  type GridComponentOption,
  LegendComponent,
  type LegendComponentOption,
} from 'echarts/components'
import { type ComposeOption, init, use as register } from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'

type RentOption = ComposeOption<LineSeriesOption | GridComponentOption | LegendComponentOption>

// Registering only what is used keeps the rest of echarts out of the bundle.
register([LineChart, GridComponent, LegendComponent, SVGRenderer])

interface Rents {
  rents: readonly PaidRent[]
  /** The names of the price brackets, lowest first. */
  brackets: readonly string[]
}

/**
 * Draws a line for each size into an element, in the page's colors, and resizes it with the element.
 * @returns a function that removes the chart
 */
export function drawRents(element: HTMLElement, shown: Rents): () => void {
  const chart = init(element, undefined, { renderer: 'svg' })
  chart.setOption(rentOption(shown, element))
  const observer = new ResizeObserver(() => chart.resize())
  observer.observe(element)
  return () => {
    observer.disconnect()
    chart.dispose()
  }
}

function rentOption({ rents, brackets }: Rents, element: HTMLElement): RentOption {
  const { color, fontFamily } = getComputedStyle(element)
  const byYear = rents.flatMap(({ year, bedrooms, bracket }) =>
    year === undefined ? [] : [{ year, bedrooms, bracket }],
  )
  const [first, last] = [
    Math.min(...byYear.map(({ year }) => year)),
    Math.max(...byYear.map(({ year }) => year)),
  ]
  const years = Array.from({ length: last - first + 1 }, (_, index) => first + index)
  const sizes = [...new Set(byYear.map(({ bedrooms }) => bedrooms))]
  const text = { color, fontFamily, fontSize: 14 }
  const line = { lineStyle: { color: colorIn(element, '--offquad-line') } }
  return {
    animation: false,
    color: ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'].map((name) =>
      colorIn(element, `--browse-chart-${name}`),
    ),
    grid: { left: 8, right: 16, top: 16, bottom: 40, outerBoundsMode: 'same' },
    legend: { bottom: 0, textStyle: text, selectedMode: false },
    xAxis: { type: 'category', data: years.map(String), axisLabel: text, axisLine: line },
    yAxis: {
      type: 'category',
      data: [...brackets],
      boundaryGap: true,
      axisLabel: text,
      axisLine: { show: false },
      axisTick: { show: false },
      splitLine: { show: true, ...line },
    },
    // A year without a median interrupts the line.
    series: sizes.map((bedrooms, index) => ({
      type: 'line',
      name: countText(bedrooms, 'bed'),
      symbol: SYMBOLS[index % SYMBOLS.length],
      symbolSize: 9,
      lineStyle: { width: 2 },
      data: years.map((year) => {
        const rent = byYear.find((one) => one.year === year && one.bedrooms === bedrooms)
        return rent ? brackets[rent.bracket - 1] : '-'
      }),
    })),
  }
}

/** So that lines differ in more than their color. */
const SYMBOLS = ['circle', 'rect', 'triangle', 'diamond', 'roundRect', 'emptyCircle'] as const
