import { loadUniversity } from '@offquad/service-kit'
import { lastDays, summarizeTrend } from './moderation-trend'

const NOW = new Date('2024-05-03T15:00:00Z')
const at = (text: string) => new Date(`2024-05-${text}Z`)

describe('the trend of moderation', () => {
  const days = lastDays(3, NOW)

  it('counts what happened on each day, including days without events, and does not count imports as submitted', () => {
    const trend = summarizeTrend(
      {
        reviews: [
          { _id: 'a', date: at('01T10:00:00'), reports: [{ date: at('03T01:00:00') }], isImported: false },
          { _id: 'b', date: at('01T23:59:59'), reports: [], isImported: false },
          { _id: 'import', date: at('02T08:00:00'), reports: [], isImported: true },
          {
            _id: 'old',
            date: new Date('2020-01-01'),
            reports: [{ date: at('03T02:00:00') }],
            isImported: false,
          },
        ],
        decisions: [
          { reviewId: 'a', date: at('01T12:00:00'), from: 'PENDING', to: 'APPROVED' },
          { reviewId: 'b', date: at('03T03:59:59'), from: 'PENDING', to: 'DECLINED' },
          { reviewId: 'a', date: at('03T05:00:00'), from: 'REPORTED', to: 'APPROVED' },
          { reviewId: 'import', date: at('03T06:00:00'), from: 'PENDING', to: 'APPROVED' },
        ],
      },
      days,
    )

    expect(trend.days).toEqual([
      { date: '2024-05-01', submitted: 2, approved: 1, declined: 0, reported: 0 },
      { date: '2024-05-02', submitted: 0, approved: 0, declined: 0, reported: 0 },
      { date: '2024-05-03', submitted: 0, approved: 1, declined: 1, reported: 2 },
    ])
    // Two hours and twenty-eight hours.
    expect(trend.medianHoursToDecision).toBe(15)
  })

  it('has no median where nothing was decided', () => {
    expect(summarizeTrend({ reviews: [], decisions: [] }, days).medianHoursToDecision).toBeNull()
  })

  it('ends with the day that it is at the university', () => {
    expect(days).toEqual(['2024-05-01', '2024-05-02', '2024-05-03'])

    loadUniversity('config/university.json')
    expect(lastDays(2, new Date('2024-05-04T03:00:00Z'))).toEqual(['2024-05-02', '2024-05-03'])
    const decisions = [{ reviewId: 'a', date: at('04T02:59:00'), from: 'PENDING', to: 'APPROVED' }]
    expect(summarizeTrend({ reviews: [], decisions }, days).days.at(-1)).toMatchObject({ approved: 1 })
  })
})
