import { type DeployEntry, type PublishedApp } from '@offquad/contracts'
import {
  type Act,
  type AppState,
  deployed,
  rolledBack,
  steppedUp,
  versionsServedSince,
  withCanary,
  withLocalBuild,
} from './app-state'

const DAYS: [action: DeployEntry['action'], version: string][] = [
  ['local build', '1'],
  ['canary', '2'],
  ['canary', '2'],
  ['rollback', '1'],
  ['canary', '3'],
  ['promote', '3'],
  ['deploy', '4'],
  ['rollback', '3'],
]
const dayOf = (day: number) => new Date(Date.UTC(2026, 0, day))
const history = DAYS.map(([action, version], index) => ({
  ...{ action, version, by: 'a team', date: dayOf(index + 1).toISOString() },
})).toReversed()

it.each([
  [1, ['1', '2', '3', '4']],
  [4, ['1', '2', '3', '4']],
  [5, ['1', '3', '4']],
  [6, ['1', '3', '4']],
  [7, ['3', '4']],
  [8, ['3', '4']],
  [9, ['3']],
])('somebody got, since day %i, the versions %j', (day, versions) => {
  expect([...versionsServedSince({ history }, dayOf(day))].toSorted()).toEqual(versions)
})

const version = (number: string): PublishedApp => ({
  app: 'mfe-browse',
  version: number,
  baseUrl: `/mf/mfe-browse/${number}/`,
})
const act: Act = { by: 'a team', date: dayOf(20) }
const liveSince = (...numbers: string[]): AppState =>
  numbers.reduce<AppState | undefined>(
    (state, number) => deployed(state, version(number), act),
    undefined,
  ) as AppState
const tried = (steps?: number[]) =>
  withCanary(
    liveSince('1'),
    { ...version('2'), percent: steps?.[0] ?? 10, salt: 'a', ...(steps && { steps }) },
    act,
  )

describe('a canary with steps', () => {
  it('steps up one after the other, says since when, and is promoted by a last step of 100', () => {
    const later = { ...act, date: dayOf(21) }

    const second = steppedUp(tried([10, 50, 100]), later)
    expect(second.canary).toMatchObject({ percent: 50, stepSince: dayOf(21).toISOString() })
    expect(second.history[0]).toMatchObject({
      action: 'canary step',
      version: '2',
      reason: '50 % of visitors',
    })

    const promoted = steppedUp(second, later)
    expect([promoted.stable.version, promoted.canary]).toEqual(['2', null])
  })

  it('stays at its last step below 100, as one without steps does', () => {
    const state = tried([10, 50])
    const last = steppedUp(state, act)

    expect(steppedUp(last, act)).toBe(last)
    const single = tried()
    expect(steppedUp(single, act)).toBe(single)
  })
})

describe('a rollback', () => {
  it('takes back what is tried and marks it as bad', () => {
    const state = rolledBack(tried(), { ...act, reason: 'it fails' }, 'automatic rollback')

    expect([state.stable.version, state.canary, state.bad]).toEqual([
      '1',
      null,
      [{ version: '2', reason: 'it fails', date: dayOf(20).toISOString() }],
    ])
  })

  it('leads to the version that is named, and what lay between is no way back any more', () => {
    const state = rolledBack(liveSince('1', '2', '3', '4'), act, 'rollback', '2')

    expect([state.stable.version, state.previous.map((one) => one.version)]).toEqual(['2', ['1']])
    expect(state.bad.map((one) => one.version)).toEqual(['4'])
    expect(() => rolledBack(state, act, 'rollback', '3')).toThrow(
      /is not a version a rollback leads to \(1\)/,
    )
  })

  it('keeps ten ways back', () => {
    const numbers = Array.from({ length: 15 }, (_, index) => String(index))

    expect(liveSince(...numbers).previous).toHaveLength(10)
  })
})

describe('a build beside the gateway', () => {
  it('becomes live where nothing is, and elsewhere only when it is forced', () => {
    const first = withLocalBuild(undefined, version('1'), act)
    expect(withLocalBuild(first, version('2'), act)).toBe(first)

    const forced = withLocalBuild(first, version('2'), act, true)
    expect([forced.stable.version, forced.previous.map((one) => one.version)]).toEqual(['2', ['1']])
  })
})
