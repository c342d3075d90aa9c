import { type DeployEntry, type PublishedApp } from '@offquad/contracts'
import {
  type AuditEntry,
  type AppState,
  defaultTarget,
  deployed,
  listedVersions,
  rolledBack,
  steppedUp,
  versionsServedSince,
  withCanary,
} from './app-state'

const DAYS: [action: DeployEntry['action'], version: string][] = [
  ['deploy', '1'],
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

  it('to a version that is named keeps the later ones in the list, and marks none as bad', () => {
    const state = rolledBack(liveSince('1', '2', '3', '4'), audit, 'rollback', '2')

    expect([state.stable.version, listedVersions(state), defaultTarget(state)?.version]).toEqual([
      '2',
      ['1', '4', '3'],
      '1',
    ])
    expect(state.bad).toEqual([])
    expect(() => rolledBack(state, audit, 'rollback', '5')).toThrow(
      '5 is not a version that can be made live again. Available: 1, 4, 3.',
    )
  })

  it('to a version that is named marks the one that was live as bad when a reason is given', () => {
    const state = rolledBack(liveSince('1', '2', '3'), { ...audit, reason: 'slow' }, 'rollback', '1')

    expect(state.bad.map(({ version, reason }) => [version, reason])).toEqual([['3', 'slow']])
    expect(listedVersions(state)).toEqual(['2'])
  })

  it('leads forward to any stored version as well, bad ones included', () => {
    const back = rolledBack(liveSince('1', '2', '3'), audit)
    expect([back.stable.version, listedVersions(back), back.bad.length]).toEqual(['2', ['1'], 1])

    const forward = rolledBack(back, { ...audit, reason: 'it was the service' }, 'rollback', '3')

    expect([forward.stable.version, listedVersions(forward), forward.bad]).toEqual(['3', ['2', '1'], []])
  })

  it('to a version that is named ends a canary without calling it bad', () => {
    const before = withCanary(liveSince('1', '2'), { ...version('3'), percent: 10, salt: 'a' }, audit)
    const state = rolledBack(before, audit, 'rollback', '1')

    expect([state.stable.version, state.canary, listedVersions(state), state.bad]).toEqual([
      '1',
      null,
      ['3', '2'],
      [],
    ])
  })

  it('is possible to the last ten versions', () => {
    const numbers = Array.from({ length: 15 }, (_, index) => String(index))

    expect(liveSince(...numbers).previous).toHaveLength(10)
  })
})

describe('a version that was live before, or has a lower number', () => {
  const built = (number: string) => `${number}-1a2b3c4d`

  it.each([
    ['was live before', ['1', '2'], '1'],
    ['was left for an earlier one', ['1', '2', '3'], '3'],
    ['has a lower number', [built('1.2.0'), built('1.10.0')], built('1.9.9')],
  ])('is deployed only with confirmation when it %s', (_what, numbers, older) => {
    const live = liveSince(...numbers)
    const state = older === '3' ? rolledBack(live, audit, 'rollback', '1') : live
    const canary = { ...version(older), percent: 10, salt: 'a' }

    for (const attempt of [
      () => deployed(state, version(older), audit),
      () => withCanary(state, canary, audit),
    ])
      expect(attempt).toThrow(`${older} is older than ${state.stable.version}, which is live`)
    expect(deployed(state, version(older), audit, { again: true }).stable.version).toBe(older)
  })

  it('is not told by the hash that follows the number', () => {
    expect(deployed(liveSince('1.0.0-ffff'), version('1.0.0-0aaa'), audit).stable.version).toBe('1.0.0-0aaa')
  })
})
