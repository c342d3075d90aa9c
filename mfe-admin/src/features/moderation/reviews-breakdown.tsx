import '../../components/admin.css'
import './moderation.css'
import { getAreaReviewCount, getReviewCounts } from '@offquad/contracts'
import { apiQuery, university, useApi } from '@offquad/web-kit'
import { useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Chart } from '../../components/chart'

/** The number of public reviews, in total and per area. */
export function ReviewsBreakdown() {
  const { areas } = university()
  const { data: total } = useApi(getReviewCounts)
  // A reported review stays public until an administrator decides.
  const visible = total && total.approved + total.reported
  const counts = useQueries({
    queries: areas.map(({ id }) => apiQuery(getAreaReviewCount, { params: { area: id } })),
    combine: (results) => results.map(({ data }) => data?.count),
  })
  const slices = useMemo(() => {
    const inAreas = areas.map(({ name }, index) => ({ name, value: counts[index] ?? 0 }))
    if (visible === undefined || counts.includes(undefined)) return inAreas
    const elsewhere = visible - inAreas.reduce((sum, { value }) => sum + value, 0)
    return elsewhere > 0 ? [...inAreas, { name: 'Landlords and elsewhere', value: elsewhere }] : inAreas
  }, [areas, counts, visible])
  const option = useMemo(
    () => ({
      tooltip: { trigger: 'item' as const },
      // Leaves room for a legend of two lines, as on a phone.
      series: [
        { type: 'pie' as const, bottom: 48, radius: ['50%', '90%'], data: slices, label: { show: false } },
      ],
      legend: { bottom: 0 },
    }),
    [slices],
  )
  return (
    <section className="admin-columns offquad-section" aria-labelledby="breakdown">
      <div>
        <h2 id="breakdown">Reviews Breakdown</h2>
        <table className="admin-table offquad-table">
          <tbody>
            <tr>
              <th scope="row">Total approved</th>
              <td>{visible ?? '…'}</td>
            </tr>
            {slices.map(({ name, value }, index) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>{index < counts.length ? (counts[index] ?? '…') : value}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <Chart option={option} />
    </section>
  )
}
