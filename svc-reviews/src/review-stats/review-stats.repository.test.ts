import { reportedRentOf } from './review-stats.repository'

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
    expect(reportedRentOf(prices)).toEqual(rent)
  })
})
