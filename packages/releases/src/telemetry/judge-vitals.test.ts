import { describeSlowness, type VersionVitals } from './judge-vitals'
import { countOfStep, stepOf } from './vitals'

const NETWORKS = 4

/** Pages on a route: from so many networks, each with the same values. */
function vitals(...groups: { from: number; values: number[]; name?: 'INP' | 'LCP' }[]): VersionVitals {
  const networks = groups.flatMap(({ from, values, name = 'INP' }, group) =>
    Array.from({ length: from }, (_, index): [string, Record<string, number>] => {
      const counts: Record<string, number> = {}
      for (const value of values) {
        const key = countOfStep(name, stepOf(name, value))
        counts[key] = (counts[key] ?? 0) + 1
      }
      return [`${group} ${index}`, counts]
    }),
  )
  return new Map([['/', new Map(networks)]])
}

const describe75 = (
  candidate: VersionVitals,
  baseline: VersionVitals,
  how: 'held' | 'takenBack' = 'takenBack',
) => describeSlowness(candidate, baseline, { networks: NETWORKS, how, comparedWith: '2.0.0' })

const USUAL = { from: 60, values: [100, 120, 150, 200] }
const SLOW = { from: 60, values: [200, 240, 300, 400] }

describe('a version that is twice as slow', () => {
  it('is taken back, in words', () => {
    expect(describe75(vitals(SLOW), vitals(USUAL))).toMatch(
      /^INP is \d+ ms at the 75th percentile of 240 pages, \d+ ms of 240 with 2\.0\.0$/,
    )
  })

  it('is not judged by fewer than 50 pages of either version', () => {
    expect(describe75(vitals({ ...SLOW, from: 12 }), vitals(USUAL))).toBeUndefined()
    expect(describe75(vitals({ ...SLOW, from: 13 }), vitals(USUAL))).toBeDefined()
    expect(describe75(vitals(SLOW), vitals({ ...USUAL, from: 12 }))).toBeUndefined()
  })
})

describe('a version that is as fast as the baseline', () => {
  const many = (value: number) => Array<number>(500).fill(value)

  it('is neither held nor taken back, whatever three networks report of it', () => {
    const candidate = vitals(USUAL, { from: 3, values: many(5_000) })

    expect(describe75(candidate, vitals(USUAL))).toBeUndefined()
    expect(describe75(candidate, vitals(USUAL), 'held')).toBeUndefined()
  })

  it('nor whatever three networks report of the baseline', () => {
    const baseline = vitals(USUAL, { from: 3, values: many(10) })

    expect(describe75(vitals(USUAL), baseline)).toBeUndefined()
    expect(describe75(vitals(USUAL), baseline, 'held')).toBeUndefined()
  })
})

it('what nobody notices is no difference: 20 ms against 45 ms', () => {
  expect(describe75(vitals({ from: 60, values: [45] }), vitals({ from: 60, values: [20] }))).toBeUndefined()
})
