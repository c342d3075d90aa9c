import { dayOf, midnightOf, monthOf, setTimeZone, yearOf } from './calendar'

describe("the university's calendar", () => {
  afterEach(() => setTimeZone('UTC'))

  it('has the day, month and year that it is at the university', () => {
    const newYear = new Date('2027-01-01T03:30:00Z')
    expect([dayOf(newYear), monthOf(newYear), yearOf(newYear)]).toEqual(['2027-01-01', '2027-01', 2027])

    setTimeZone('America/New_York')
    expect([dayOf(newYear), monthOf(newYear), yearOf(newYear)]).toEqual(['2026-12-31', '2026-12', 2026])
  })

  it.each([
    ['UTC', '2026-11-24T00:00:00.000Z'],
    ['America/New_York', '2026-11-24T05:00:00.000Z'],
    ['Asia/Kathmandu', '2026-11-23T18:15:00.000Z'],
    ['Pacific/Kiritimati', '2026-11-23T10:00:00.000Z'],
    ['Pacific/Pago_Pago', '2026-11-24T11:00:00.000Z'],
  ])('begins a day at midnight in %s', (timeZone, midnight) => {
    setTimeZone(timeZone)
    expect(midnightOf('2026-11-24').toISOString()).toBe(midnight)
  })

  it('follows the clocks of summer', () => {
    setTimeZone('America/New_York')
    expect(midnightOf('2026-07-01').toISOString()).toBe('2026-07-01T04:00:00.000Z')
  })

  it('refuses a time zone that there is not', () => {
    expect(() => setTimeZone('Ithaca')).toThrow(RangeError)
  })
})
