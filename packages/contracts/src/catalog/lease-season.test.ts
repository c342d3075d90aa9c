import { leaseSeasonOf } from './lease-season'

/** Numbers of reviews that name each month: '9:2 10:3'. */
const counts = (text: string): number[] => {
  const named = new Map(text.split(' ').map((pair) => pair.split(':').map(Number) as [number, number]))
  return Array.from({ length: 12 }, (_, index) => named.get(index + 1) ?? 0)
}

describe('the season in which leases are signed', () => {
  it.each([
    ['10:5', [10, 10, 5]],
    ['9:2 10:3 11:3 3:1', [10, 11, 9]],
    ['2:3 10:3', [2, 2, 6]],
    ['12:2 1:2 6:1', [12, 1, 5]],
    ['11:1 12:1 1:1 2:1 3:1 7:2', [11, 2, 7]],
    ['1:1 2:1 3:1 4:1 5:1 6:1 7:1 8:1 9:1 10:1 11:1 12:1', [1, 6, 12]],
  ])('from %s is %j', (text, [from, to, reports]) => {
    expect(leaseSeasonOf(counts(text))).toEqual({ from, to, reports })
  })

  it.each([[[]], [counts('')], [counts('10:4')]])('is unknown from %j', (few) => {
    expect(leaseSeasonOf(few)).toBeUndefined()
  })
})
