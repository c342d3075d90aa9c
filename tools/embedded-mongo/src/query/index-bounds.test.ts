import { type Bounds, type Interval, isInside, positionAt } from './index-bounds'

const end = (value: unknown, isIncluded = true) => ({ value, isIncluded })
const point = (value: unknown): Interval => ({ low: end(value), high: end(value) })

/** In ascending order, as conditions have them: null, numbers, strings, dates. */
const INTERVALS: Interval[] = [
  point(null),
  { high: end(-5, false) },
  ...Array.from({ length: 40 }, (_, index) => point(index * 3)),
  { low: end(200, false), high: end(300) },
  point('a'),
  { low: end('m'), high: end('p', false) },
  { low: end(new Date(1_000)) },
]
const VALUES = [
  null,
  true,
  ...Array.from({ length: 340 }, (_, index) => index - 20),
  ...['', 'a', 'b', 'm', 'n', 'p', 'z'],
  ...[0, 1_000, 2_000].map((time) => new Date(time)),
]

describe('the bounds of an index', () => {
  it.each(Array.from({ length: INTERVALS.length + 1 }, (_, count) => count))(
    'contain what one of their first %i intervals contains',
    (count) => {
      const bounds: Bounds = { intervals: INTERVALS.slice(0, count), arePoints: false }
      const expected = VALUES.filter((value) =>
        bounds.intervals.some((interval) => positionAt(interval, value) === 0),
      )

      expect(VALUES.filter((value) => isInside(bounds, value))).toEqual(expected)
    },
  )
})
