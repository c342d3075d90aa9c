import { loadUniversity } from '@offquad/service-kit'
import { countRents, reportedRentOf } from './review-stats.repository'

describe('the rent that students report', () => {
  it.each([
    [[], null],
    [[4, 4], null],
    [[4, 4, 0, 0, 0], null],
    [[4, 1, 5], { bracket: 4, reports: 3 }],
    [[0, 4, 4, 0, 5], { bracket: 4, reports: 3 }],
    [[4, 3, 4, 3], { bracket: 3, reports: 4 }],
    [[6, 6, 6, 1, 1], { bracket: 6, reports: 5 }],
  ])('from the price brackets %j is %j', (prices, rent) => {
    expect(reportedRentOf(prices.map((price) => ({ price })))).toEqual(rent)
  })
})

describe('the rents by year and bedrooms', () => {
  const report = (date: string, bedrooms: number, price: number, author = date + price) => ({
    date: new Date(date),
    bedrooms,
    price,
    author,
  })

  it('count each bracket, without reviews that lack a rent or bedrooms', () => {
    const rents = countRents([
      report('2025-01-01T00:00:00Z', 2, 3),
      report('2024-12-31T23:59:59Z', 2, 6),
      report('2025-06-01', 1, 1),
      report('2025-06-02', 1, 1),
      report('2025-06-03', 1, 0),
      report('2025-07-01', 2, 3),
      report('2025-07-01', 2, 1),
      report('2025-07-01', 2, 0),
      report('2025-07-01', 0, 4),
      report('2025-07-01', 9, 4),
    ])

    expect(rents).toEqual([
      { year: 2024, bedrooms: 2, brackets: [0, 0, 0, 0, 0, 1] },
      { year: 2025, bedrooms: 1, brackets: [2, 0, 0, 0, 0, 0] },
      { year: 2025, bedrooms: 2, brackets: [1, 0, 2, 0, 0, 0] },
    ])
  })

  it('are of the year that it was at the university', () => {
    loadUniversity('config/university.json')

    const rents = countRents(
      ['ann', 'ben', 'cleo'].map((author) => report('2025-01-01T03:00:00Z', 2, 3, author)),
    )

    expect(rents).toEqual([{ year: 2024, bedrooms: 2, brackets: [0, 0, 3, 0, 0, 0] }])
  })

  it('say nothing about a number of bedrooms that fewer than three authors name', () => {
    const twice = [report('2024-06-01', 3, 4, 'ann'), report('2025-06-01', 3, 5, 'ann')]
    const ben = report('2025-07-01', 3, 5, 'ben')

    expect(countRents([...twice, ben])).toEqual([])
    expect(countRents([...twice, ben, report('2025-08-01', 3, 5, 'cleo')])).toHaveLength(2)
  })
})
