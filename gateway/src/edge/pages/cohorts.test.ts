import { canaryTest, COHORTS, cohortIn, nextCohort } from './cohorts'

const everybody = Array.from({ length: COHORTS }, (_, cohort) => cohort)
const those = (percent: number, salt: string) => new Set(everybody.filter(canaryTest({ percent, salt })))

describe('cohorts', () => {
  it('get a canary in exactly its share', () => {
    expect(those(10, 'a').size).toBe(1_000)
    expect(those(0.5, 'b').size).toBe(50)
  })

  it('keep it when its share grows, and another canary asks others first', () => {
    const [few, many, others] = [those(10, 'a'), those(25, 'a'), those(10, 'b')]

    expect([...few].every((cohort) => many.has(cohort))).toBe(true)
    expect([...few].every((cohort) => others.has(cohort))).toBe(false)
  })

  it('are given out evenly, to few visitors as well', () => {
    const getsCanary = canaryTest({ percent: 10, salt: 'c' })
    const share = (count: number) =>
      Array.from({ length: count }, nextCohort).filter(getsCanary).length / count

    expect(Math.abs(share(200) - 0.1)).toBeLessThan(0.02)
    expect(Math.abs(share(2_000) - 0.1)).toBeLessThan(0.005)
  })

  it.each([
    ['offquad-cohort=7', 7],
    ['a=1; offquad-cohort=9999; b=2', 9_999],
    ['offquad-cohort=', undefined],
    ['offquad-cohort=12345', undefined],
    ['offquad-cohort=7x', undefined],
    ['not-offquad-cohort=7', undefined],
    [undefined, undefined],
  ])('are read from %j', (cookies, expected) => {
    expect(cohortIn(cookies)).toBe(expected)
  })
})
