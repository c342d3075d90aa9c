import { verdictOn } from './judge-canary'

const RULES = { samples: 20, factor: 2 }
const tally = (views: number, failures: number) => ({ views, failures })

describe('a canary', () => {
  it.each([
    ['with too few views to go by', tally(19, 19), tally(200, 0)],
    ['that fails no more than what is live', tally(100, 10), tally(900, 81)],
    ['with a single mishap', tally(100, 1), tally(900, 0)],
  ])('%s stays', (_what, canary, stable) => {
    expect(verdictOn(canary, stable, RULES)).toBeUndefined()
  })

  it.each([
    ['that throws', tally(20, 20), tally(200, 0)],
    ['that fails thrice as often', tally(100, 30), tally(900, 81)],
    ['where the live version has no views yet', tally(100, 50), tally(0, 0)],
  ])('%s is taken back', (_what, canary, stable) => {
    expect(verdictOn(canary, stable, RULES)).toBeDefined()
  })

  it('is taken back with the figures', () => {
    expect(verdictOn(tally(40, 30), tally(200, 2), RULES)).toBe(
      '75.0 % of 40 views failed, 1.0 % of 200 with the live version',
    )
  })
})
