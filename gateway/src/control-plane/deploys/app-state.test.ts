import { type DeployEntry, type PublishedApp } from '@offquad/contracts'
import {
  type AuditEntry,
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
  action,
  version,
  by: 'a team',
  date: dayOf(index + 1).toISOString(),
})).toReversed()

it.each([
  [1, ['1', '2', '3', '4']],
  [4, ['1', '2', '3', '4']],
  [5, ['1', '3', '4']],
  [6, ['1', '3', '4']],
  [7, ['3', '4']],
  [8, ['3', '4']],
  [9, ['3']],
])('lists the versions served to any visitor since day %i: %j', (day, versions) => {
  expect([...versionsServedSince({ history }, dayOf(day))].toSorted()).toEqual(versions)
})

const version = (number: string): PublishedApp => ({
  app: 'mfe-browse',
  version: number,
  baseUrl: `/mf/mfe-browse/${number}/`,
})
const audit: AuditEntry = { by: 'a team', date: dayOf(20) }
const liveSince = (...numbers: string[]): AppState =>
  numbers.reduce<AppState | undefined>(
    (state, number) => deployed(state, version(number), audit),
    undefined,
  ) as AppState
const stateWithCanary = (steps?: number[]) =>
  withCanary(
    liveSince('1'),
    { ...version('2'), percent: steps?.[0] ?? 10, salt: 'a', ...(steps && { steps }) },
    audit,
  )

describe('a canary with steps', () => {
  it('advances step by step, records when, and is promoted by a last step of 100', () => {
    const later = { ...audit, date: dayOf(21) }

    const second = steppedUp(stateWithCanary([10, 50, 100]), later)
    expect(second.canary).toMatchObject({ percent: 50, stepSince: dayOf(21).toISOString() })
    expect(second.history[0]).toMatchObject({
      action: 'canary step',
      version: '2',
      reason: '50 % of visitors',
    })

    const promoted = steppedUp(second, later)
    expect([promoted.stable.version, promoted.canary]).toEqual(['2', null])
  })

  it('stays at its last step below 100, like a canary without steps', () => {
    const state = stateWithCanary([10, 50])
    const last = steppedUp(state, audit)

    expect(steppedUp(last, audit)).toBe(last)
    const single = stateWithCanary()
    expect(steppedUp(single, audit)).toBe(single)
  })
})

describe('a rollback', () => {
  it('removes the canary and marks its version as bad', () => {
    const state = rolledBack(stateWithCanary(), { ...audit, reason: 'it fails' }, 'automatic rollback')

    expect([state.stable.version, state.canary, state.bad]).toEqual([
      '1',
      null,
      [{ version: '2', reason: 'it fails', date: dayOf(20).toISOString() }],
    ])
  })

  it('restores the version that is named and drops the versions in between from the rollback targets', () => {
    const state = rolledBack(liveSince('1', '2', '3', '4'), audit, 'rollback', '2')

    expect([state.stable.version, state.previous.map((one) => one.version)]).toEqual(['2', ['1']])
    expect(state.bad.map((one) => one.version)).toEqual(['4'])
    expect(() => rolledBack(state, audit, 'rollback', '3')).toThrow(
      '3 is not a version that can be rolled back to. Available: 1.',
    )
  })

  it('is possible to the last ten versions', () => {
    const numbers = Array.from({ length: 15 }, (_, index) => String(index))

    expect(liveSince(...numbers).previous).toHaveLength(10)
  })
})

describe('a local build', () => {
  it('goes live if nothing of the app is live, otherwise only when forced', () => {
    const first = withLocalBuild(undefined, version('1'), audit)
    expect(withLocalBuild(first, version('2'), audit)).toBe(first)

    const forced = withLocalBuild(first, version('2'), audit, true)
    expect([forced.stable.version, forced.previous.map((one) => one.version)]).toEqual(['2', ['1']])
  })
})
