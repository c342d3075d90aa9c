import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { University } from '@offquad/contracts'
import { Value } from 'typebox/value'
import university from '../../../config/university.json'
import { writeTimetable } from './timetable'

let folder: string
afterEach(() => rm(folder, { recursive: true }))

async function write() {
  folder = await mkdtemp(path.join(tmpdir(), 'timetable-'))
  await writeTimetable(path.resolve(__dirname, '../buses'), folder, Value.Parse(University, university))
  return async (file: string) => {
    const [, ...rows] = (await readFile(path.join(folder, file), 'utf8')).trim().split('\n')
    return rows
  }
}

describe('the timetable of the demo', () => {
  it('names itself, its lines and its stops in town as invented', async () => {
    const read = await write()

    expect(await read('agency.txt')).toEqual([expect.stringContaining('Demo Buses (invented)')])
    for (const row of await read('routes.txt')) expect(row).toMatch(/^demo-\d,demo,D\d,/)
    const stops = await read('stops.txt')
    expect(stops.filter((row) => /Demo/.test(row))).toHaveLength(15)
    expect(stops).toHaveLength(15 + Object.keys(university.landmarks).length)
  })

  it('has calls at stops that it lists, later and later, and a quote around a name with a comma', async () => {
    const read = await write()
    const stops = (await read('stops.txt')).map((row) => row.split(',')[0])

    const calls = (await read('stop_times.txt')).map((row) => row.split(','))
    for (const [index, [trip, time = '', , stop]] of calls.entries()) {
      expect(stops).toContain(stop)
      const [before, timeBefore = ''] = calls[index - 1] ?? []
      expect(before !== trip || time > timeBefore).toBe(true)
    }
    expect((await read('trips.txt'))[1]).toBe('demo-1,weekdays,demo-1-town,"Demo Terminal, Collegetown"')
  })
})
