import { sharedBrowser } from '../src/browser'
import { type CollectedSpan, startCollector } from '../src/collector'
import { type Instance, settingsOfSharedPlatform, startInstance, stopInstance } from '../src/instances'
import { accessTokenOf } from '../src/people'
import { pictureForm } from '../src/picture-form'
import { readRun, sharedPlatform, waitFor } from '../src/platform'
import { reviewForm } from '../src/reviews'

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const CALL = '00f067aa0ba902b7'
const REVIEW = reviewForm({
  aptId: 'demo-1',
  reviewText: 'Nobody who looks at traces should read this.',
})

/** The ancestors of a span, nearest first. */
function ancestors(span: CollectedSpan | undefined, spans: CollectedSpan[]): string[] {
  const parent = spans.find(({ spanId }) => spanId === span?.parentSpanId)
  return parent ? [`${parent.app}: ${parent.name}`, ...ancestors(parent, spans)] : []
}

describe('the work of all processes for one click', () => {
  let collector: Awaited<ReturnType<typeof startCollector>>
  let instances: Instance[]
  let url: string
  beforeAll(async () => {
    collector = await startCollector()
    const { processes } = await readRun(sharedPlatform().dataDir)
    const urlOf = (name: string) =>
      `http://127.0.0.1:${processes.find((process) => process.name === name)?.port}`
    const env = {
      ...(await settingsOfSharedPlatform()),
      ...{
        USERS_URL: urlOf('svc-users'),
        SVC_USERS_URL: urlOf('svc-users'),
        SVC_CATALOG_URL: urlOf('svc-catalog'),
      },
      // Separate queues: the workers of the shared platform do not trace.
      QUEUE_PREFIX: 'traced',
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    }
    const ofReviews = { ...env, MONGODB_DATABASE: 'offquad-traced-reviews' }
    const reviews = await startInstance('svc-reviews/dist/main.js', ofReviews)
    const worker = await startInstance('svc-reviews/dist/worker.js', ofReviews)
    const SVC_REVIEWS_URL = `http://127.0.0.1:${reviews.port}`
    const gateway = await startInstance('gateway/dist/main.js', { ...env, SVC_REVIEWS_URL })
    instances = [gateway, reviews, worker]
    url = `http://127.0.0.1:${gateway.port}`
  })
  afterAll(async () => {
    await Promise.all(instances.map(stopInstance))
    await collector.close()
  })

  async function call(
    token: string | undefined,
    [method, path]: [string, string],
    body: object,
  ): Promise<unknown> {
    const headers = {
      authorization: `Bearer ${token}`,
      ...(!(body instanceof FormData) && { 'content-type': 'application/json' }),
      traceparent: `00-${TRACE}-${CALL}-01`,
    }
    const sent = body instanceof FormData ? body : JSON.stringify(body)
    const response = await fetch(url + path, { method, headers, body: sent })
    expect(response.ok).toBe(true)
    return response.json()
  }

  it('is one trace from the browser to the worker, with routes but without texts and search terms of users', async () => {
    const [author, admin] = await Promise.all(
      ['tracy@cornell.edu', 'admin@cornell.edu'].map((email) => accessTokenOf(email)),
    )
    // A worker encodes it.
    await call(author, ['POST', '/api/photos'], await pictureForm('file'))
    const id = await call(author, ['POST', '/api/new-review'], REVIEW)
    await call(admin, ['PUT', `/api/update-review-status/${String(id)}/APPROVED`], {})
    const page = await (await sharedBrowser()).newPage({ baseURL: url })
    await page.goto('/search?q=something+private')
    const ofBrowser = () => collector.spans.find(({ app }) => app === 'browser')
    await waitFor('the span of the browser', async () => Boolean(ofBrowser()))
    await page.close()
    // A process exports its pending spans when it stops.
    for (const instance of instances)
      expect([await stopInstance(instance), instance.output()]).toEqual([0, expect.anything()])

    const { spans } = collector
    const jobs = spans.filter(({ app, traceId }) => app === 'svc-reviews-worker' && traceId === TRACE)
    expect(jobs.map((job) => ancestors(job, spans))).toContainEqual(
      expect.arrayContaining(['svc-reviews: POST /api/photos', 'gateway: POST /api/photos']),
    )
    // For svc-catalog, which this test does not start.
    const message = spans.find(
      ({ name, traceId }) => name.startsWith('add review-stats') && traceId === TRACE,
    )
    expect(ancestors(message, spans)).toEqual(
      expect.arrayContaining([
        'svc-reviews: PUT /api/update-review-status/:id/:status',
        'gateway: PUT /api/update-review-status/:id/:status',
      ]),
    )
    const answered = spans.find(({ parentSpanId }) => parentSpanId === ofBrowser()?.spanId)
    expect([answered?.app, answered?.name]).toEqual(['gateway', ofBrowser()?.name])
    expect(collector.text()).not.toMatch(/should read this|private|tracy|Bearer/)
  })
})
