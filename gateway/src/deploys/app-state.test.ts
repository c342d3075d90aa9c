import { type DeployEntry } from '@offquad/contracts'
import { versionsServedSince } from './app-state'

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
