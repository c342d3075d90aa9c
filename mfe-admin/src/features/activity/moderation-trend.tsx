import '../../components/admin.css'
import { getModerationTrend, type ReplyOf } from '@offquad/contracts'
import { TableHead } from '@offquad/ui'
import { useApi } from '@offquad/web-kit'
import { useMemo } from 'react'
import { Chart, lineChart } from '../../components/chart'
import { Figures } from '../../components/figures'
import { Loaded } from '../../components/loaded'

type Trend = ReplyOf<typeof getModerationTrend>

const DAYS = 90
const SERIES = [
  ['submitted', 'Submitted'],
  ['approved', 'Approved'],
  ['declined', 'Declined'],
  ['reported', 'Reported'],
] as const

/** Reviews submitted, approved, declined and reported per day, as a chart and in numbers. */
export function ModerationTrend() {
  const query = useApi(getModerationTrend, { query: { days: DAYS } })
  return (
    <section className="offquad-section" aria-labelledby="trend">
      <h2 id="trend">The last {DAYS} days</h2>
      <Loaded query={query} failure="The trend cannot be loaded right now." rows={6}>
        {(trend) => <Course trend={trend} />}
      </Loaded>
    </section>
  )
}

function Course({ trend }: { trend: Trend }) {
  const { days, medianHoursToDecision: median } = trend
  const option = useMemo(() => chartOf(days), [days])
  const sum = (key: (typeof SERIES)[number][0]) => days.reduce((total, day) => total + day[key], 0)
  return (
    <>
      <Figures
        figures={[
          ...SERIES.map(([key, label]) => [label, sum(key)] as const),
          ['Median time to decision', median === null ? 'none yet' : hoursText(median)],
        ]}
      />
      <Chart option={option} />
      <details className="offquad-section">
        <summary className="offquad-summary">Day by day, in numbers</summary>
        <div className="admin-scroll admin-low" role="region" aria-label="Day by day" tabIndex={0}>
          <table className="admin-table offquad-table">
            <TableHead columns={['Day', ...SERIES.map(([, label]) => label)]} />
            <tbody>
              {days.toReversed().map((day) => (
                <tr key={day.date}>
                  <th scope="row">{dayText(day.date)}</th>
                  {SERIES.map(([key]) => (
                    <td key={key}>{day[key]}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </>
  )
}

const chartOf = (days: Trend['days']) =>
  lineChart({
    labels: days.map(({ date }) => dayText(date)),
    lines: SERIES.map(([key, name]) => ({ name, data: days.map((day) => day[key]) })),
    yAxis: { minInterval: 1 },
    showSymbol: false,
  })

/** 'Nov 21' for '2026-11-21'. */
const dayText = (date: string): string =>
  new Date(date).toLocaleDateString('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })

/** '25 min', '7.5 hours', '3 days'. */
function hoursText(hours: number): string {
  if (hours < 1 / 60) return 'under a minute'
  if (hours < 1) return `${Math.round(hours * 60)} min`
  return hours < 48 ? `${Number(hours.toFixed(1))} hours` : `${Math.round(hours / 24)} days`
}
