import { computeTravelTimes } from '@offquad/contracts'
import { createLog } from '../src/log'
import { type Jobs, openJobs } from '../src/jobs'
import { testSettings } from '../src/testing'

const log = createLog('jobs-test', 'silent')

describe('jobs', () => {
  let jobs: Jobs
  beforeEach(() => {
    jobs = openJobs(testSettings(), log)
  })
  afterEach(() => jobs.close())

  it('runs what was put on a queue, in another process or before the worker was there', async () => {
    const seen: string[] = []
    await jobs.add(computeTravelTimes, { apartmentId: 'before' })

    await new Promise<void>((resolve, reject) => {
      const perform = async ({ apartmentId }: { apartmentId: string }) => {
        seen.push(apartmentId)
        if (seen.length === 3) resolve()
      }
      jobs
        .work(computeTravelTimes, perform, 1)
        .then(() => jobs.addBulk(computeTravelTimes, [{ apartmentId: 'a' }, { apartmentId: 'b' }]))
        .catch(reject)
    })

    expect(seen.toSorted()).toEqual(['a', 'b', 'before'])
  })

  it('tries again after a failure', async () => {
    let attempts = 0
    const done = new Promise<void>((resolve, reject) => {
      const perform = async () => {
        attempts += 1
        if (attempts === 1) throw new Error('not yet')
        resolve()
      }
      jobs.work(computeTravelTimes, perform).catch(reject)
    })
    await jobs.add(computeTravelTimes, { apartmentId: 'x' })

    await done

    expect(attempts).toBe(2)
  })

  it('understands whoever is a version newer and says more', async () => {
    const more = { apartmentId: 'a', reason: 'moved' }
    await jobs.add(computeTravelTimes, more)

    const seen = await new Promise((resolve, reject) => {
      const perform = async ({ apartmentId }: { apartmentId: string }) => resolve(apartmentId)
      jobs.work(computeTravelTimes, perform).catch(reject)
    })
    expect(seen).toBe('a')
  })

  it('never hands a malformed payload to the worker', async () => {
    const performed: unknown[] = []
    await jobs.add(computeTravelTimes, { apartmentId: 5 } as unknown as { apartmentId: string })
    await new Promise<void>((resolve, reject) => {
      const perform = async (payload: unknown) => {
        performed.push(payload)
        resolve()
      }
      jobs
        .work(computeTravelTimes, perform, 1)
        .then(() => jobs.add(computeTravelTimes, { apartmentId: 'good' }))
        .catch(reject)
    })

    expect(performed).toEqual([{ apartmentId: 'good' }])
  })

  it('repeats scheduled work', async () => {
    let runs = 0
    await new Promise<void>((resolve, reject) => {
      const perform = async () => {
        runs += 1
        if (runs === 2) resolve()
      }
      jobs.schedule('sweep', 200, perform).catch(reject)
    })

    expect(runs).toBe(2)
  })
})
