import { computeTravelTimes, deliverReviewOutbox, getQueues, type QueueState } from '@offquad/contracts'
import { createLog, openJobs } from '@offquad/service-kit'
import { startTokenIssuer, until } from '@offquad/service-kit/testing'
import { forTests } from './for-tests'
import { publishKeys, startGateway } from './gateway-under-test'

describe('the queues', () => {
  const issuer = forTests(startTokenIssuer)
  const gateway = forTests(() =>
    startGateway({
      'svc-users': (app) => {
        publishKeys(app, issuer)
      },
    }),
  )
  let jobs: ReturnType<typeof openJobs>

  beforeAll(async () => {
    jobs = openJobs(gateway.context.config, createLog('test', 'silent'))
  })
  afterAll(() => jobs.close())

  const as = (role?: 'admin' | 'student') => ({
    headers: { ...(role && { authorization: `Bearer ${issuer.tokenFor('someone', role)}` }) },
  })
  async function queue(name: string): Promise<QueueState | undefined> {
    const response = await gateway.send(getQueues.path, as('admin'))
    return (JSON.parse(response.text) as QueueState[]).find((queue) => queue.name === name)
  }
  const retry = (name: string, role?: 'admin' | 'student') =>
    gateway.send(`/api/admin/queues/${name}/retry`, { method: 'POST', ...as(role) })

  it('report waiting and failed jobs with reasons to administrators, but not their payloads', async () => {
    let isBroken = true
    const done: string[] = []
    await jobs.add(deliverReviewOutbox, {})
    await jobs.registerWorker(computeTravelTimes, async ({ apartmentId }) => {
      if (isBroken) throw new Error('no route found')
      done.push(apartmentId)
    })
    await jobs.add(computeTravelTimes, { apartmentId: 'secret-7' }, { attempts: 1 })
    await until(async () => (await queue('travel-times'))?.failed === 1)

    const state = await queue('travel-times')
    expect(await queue('review-counts')).toMatchObject({
      waiting: 1,
      active: 0,
      delayed: 0,
      failed: 0,
      failures: [],
    })
    expect(state).toMatchObject({ purpose: computeTravelTimes.purpose, waiting: 0, failed: 1 })
    expect(state?.failures).toEqual([
      { id: expect.any(String), reason: 'no route found', failedAt: expect.any(String), attempts: 1 },
    ])
    expect(JSON.stringify(state)).not.toContain('secret-7')

    isBroken = false
    expect((await retry('travel-times', 'admin')).json()).toEqual({ retried: 1 })
    await until(() => done.includes('secret-7'))
    await until(async () => (await queue('travel-times'))?.failed === 0)
  })
})
