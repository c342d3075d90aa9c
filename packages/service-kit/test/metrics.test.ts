import { computeTravelTimes, endpoint } from '@offquad/contracts'
import { Type } from 'typebox'
import { openJobs } from '../src/jobs'
import { createLog } from '../src/log'
import { watchOutbox } from '../src/metrics/outbox'
import { observeQueues, openQueues } from '../src/inspect-queues'
import { beforeScrape, scrape, serveMetrics } from '../src/metrics/serve'
import { connectMongo } from '../src/mongo'
import { route } from '../src/route'
import { buildService } from '../src/service'
import { startTokenIssuer, testSettings, until } from '../src/testing'

const log = createLog('metrics-test', 'silent')

/** The value of a sample by its name and labels; undefined when there is none. */
async function sample(start: string): Promise<number | undefined> {
  const line = (await scrape()).text.split('\n').find((text) => text.startsWith(start))
  return line === undefined ? undefined : Number(line.split(' ').at(-1))
}

const getRoom = endpoint('GET /api/rooms/:id', {
  summary: 'A room.',
  params: Type.Object({ id: Type.String() }),
  reply: Type.String(),
})

describe('the metrics of a service', () => {
  it('are rate, errors and duration of requests by route template, never by URL', async () => {
    const issuer = await startTokenIssuer()
    const app = await buildService({
      name: 'svc-test',
      config: testSettings(issuer.url),
      log,
      checks: {},
      register: (instance) =>
        route(instance, getRoom, ({ params }) => {
          if (params.id === 'broken') throw new Error('no such luck')
          return params.id
        }),
    })
    for (const id of ['1', '2', 'broken']) await app.inject(`/api/rooms/${id}?q=private`)
    await app.inject('/nowhere/at/all')

    const count = (labels: string) => sample(`http_request_duration_seconds_count{${labels}`)
    expect(await count('method="GET",route="/api/rooms/:id",status="200"')).toBe(2)
    expect(await count('method="GET",route="/api/rooms/:id",status="500"')).toBe(1)
    expect(await count('method="GET",route="none",status="404"')).toBe(1)
    expect((await scrape()).text).not.toMatch(/private|nowhere/)
    await app.close()
    await issuer.close()
  })

  it('include its outboxes with the age of the oldest entry, and nothing if that is unknown', async () => {
    watchOutbox('full', async () => ({ entries: 3, oldest: new Date(Date.now() - 90_000) }))
    watchOutbox('empty', async () => ({ entries: 0 }))
    watchOutbox('unknown', () => Promise.reject(new Error('no database')))

    expect(await sample('outbox_entries{outbox="full"}')).toBe(3)
    expect(await sample('outbox_oldest_seconds{outbox="full"}')).toBeCloseTo(90, 0)
    expect(await sample('outbox_oldest_seconds{outbox="empty"}')).toBe(0)
    expect(await sample('outbox_entries{outbox="unknown"}')).toBeUndefined()
  })

  it('include whether its database responds', async () => {
    const { MONGODB_URI, MONGODB_DATABASE } = testSettings()
    const connection = await connectMongo(MONGODB_URI, MONGODB_DATABASE)
    expect(await sample('store_up{store="mongodb"}')).toBe(1)
    expect(await sample('store_ping_seconds{store="mongodb"}')).toBeGreaterThanOrEqual(0)

    await connection.close()

    expect(await sample('store_up{store="mongodb"}')).toBe(0)
    expect(await sample('store_ping_seconds{store="mongodb"}')).toBeUndefined()
  })

  it('are served in time although one measurement hangs', async () => {
    beforeScrape('for ever', () => new Promise(() => undefined))
    expect((await scrape()).text).toContain('store_up')
    beforeScrape('for ever', async () => undefined)
  })
})

describe('the metrics of queues', () => {
  it('are waiting jobs, their waiting time, and outcomes', async () => {
    const settings = testSettings()
    const jobs = openJobs(settings, log)
    const queues = openQueues([computeTravelTimes], settings, log)
    observeQueues(queues)
    await jobs.addBulk(computeTravelTimes, [{ apartmentId: 'a' }, { apartmentId: 'b' }])
    const waited = () => sample('queue_oldest_waiting_seconds{queue="travel-times"}')

    expect(await sample('queue_jobs{queue="travel-times",state="waiting"}')).toBe(2)
    await until(async () => ((await waited()) ?? 0) > 0.02)

    await jobs.registerWorker(computeTravelTimes, async () => undefined)
    const done = () => sample('job_duration_seconds_count{queue="travel-times",outcome="done"}')
    await until(async () => (await done()) === 2)
    expect(await waited()).toBe(0)
    await jobs.close()
    await queues.close()
  })
})

describe('the port of metrics', () => {
  it('serves metrics with the name of the process, liveness, and nothing else', async () => {
    const { port, close } = await serveMetrics('svc-test', { HOST: '127.0.0.1', METRICS_PORT: 0 })
    const url = `http://127.0.0.1:${port}`

    const metrics = await fetch(`${url}/metrics`)
    expect(metrics.headers.get('content-type')).toContain('text/plain')
    expect(await metrics.text()).toMatch(/process_resident_memory_bytes\{app="svc-test"\} \d+/)
    expect((await fetch(`${url}/healthz`)).status).toBe(200)
    expect((await fetch(`${url}/other`)).status).toBe(404)
    await close()
    await expect(fetch(`${url}/metrics`)).rejects.toThrow()
  })

  it('names unavailable dependencies while the process is alive', async () => {
    let isDatabaseThere = true
    const database = async () => {
      if (!isDatabaseThere) throw new Error('no primary')
    }
    const needs = { database, redis: async () => undefined }
    const { port, close } = await serveMetrics('svc-test', { HOST: '127.0.0.1', METRICS_PORT: 0 }, needs)
    const ask = async (path: string) => {
      const response = await fetch(`http://127.0.0.1:${port}${path}`)
      return [response.status, await response.json()]
    }

    expect(await ask('/readyz')).toEqual([200, { status: 'ready', needs: { database: 'ok', redis: 'ok' } }])
    isDatabaseThere = false
    expect(await ask('/readyz')).toEqual([
      503,
      { status: 'not ready', needs: { database: 'no primary', redis: 'ok' } },
    ])
    expect(await ask('/healthz')).toEqual([200, { status: 'ok' }])
    await close()
  })
})
