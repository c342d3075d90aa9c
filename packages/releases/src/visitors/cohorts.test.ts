import { canaryTest, cohortCookie, COHORTS, cohortIn, nextCohort } from './cohorts'

const allCohorts = Array.from({ length: COHORTS }, (_, cohort) => cohort)
const cohortsWith = (percent: number, salt: string) =>
  new Set(allCohorts.filter(canaryTest({ percent, salt })))

describe('cohorts', () => {
  it('get a canary in exactly its share', () => {
    expect(cohortsWith(10, 'a').size).toBe(1_000)
    expect(cohortsWith(0.5, 'b').size).toBe(50)
  })

  it('keep a canary when its share grows, while another canary gets different cohorts', () => {
    const [few, many, others] = [cohortsWith(10, 'a'), cohortsWith(25, 'a'), cohortsWith(10, 'b')]

    expect([...few].every((cohort) => many.has(cohort))).toBe(true)
    expect([...few].every((cohort) => others.has(cohort))).toBe(false)
  })

  it('are assigned evenly, even among few visitors', () => {
    const getsCanary = canaryTest({ percent: 10, salt: 'c' })
    const share = (count: number) =>
      Array.from({ length: count }, nextCohort).filter(getsCanary).length / count

    expect(Math.abs(share(200) - 0.1)).toBeLessThan(0.02)
    expect(Math.abs(share(2_000) - 0.1)).toBeLessThan(0.005)
  })

  it.each([
    ['', false],
    ['; Secure', true],
  ])('are kept in a cookie for a year that no script reads%s', (suffix, isSecure) => {
    expect(cohortCookie(7, isSecure)).toBe(
      `offquad-cohort=7; Path=/; Max-Age=31536000; SameSite=Lax; HttpOnly${suffix}`,
    )
    expect(cohortIn(cohortCookie(7, isSecure))).toBe(7)
  })

  it.each([
    ['offquad-cohort=7', 7],
    ['a=1; offquad-cohort=9999; b=2', 9_999],
    ['offquad-cohort=', undefined],
    ['offquad-cohort=12345', undefined],
    ['offquad-cohort=7x', undefined],
    ['not-offquad-cohort=7', undefined],
    [undefined, undefined],
  ])('are parsed from the Cookie header %j', (cookies, expected) => {
    expect(cohortIn(cookies)).toBe(expected)
  })
})
