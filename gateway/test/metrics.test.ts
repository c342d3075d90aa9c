import { register } from 'prom-client'
import { forTests } from './for-tests'
import { startGateway } from './gateway-under-test'

const gateway = forTests(() => startGateway({ 'svc-catalog': (app) => app.get('/api/apts/:ids', () => []) }))

it('requests of pages, calls and files are measured by template', async () => {
  const html = { headers: { accept: 'text/html' } }
  for (const path of ['/apartment/secret-1', '/apartment/secret-2', '/secret-3'])
    await gateway.send(path, html)
  for (const path of ['/api/apts/secret-4?q=secret', '/api/apts/secret-4?q=secret', '/api/secret-5'])
    await gateway.send(path)
  await gateway.send('/mf/mfe-browse/1.0.0/secret-6.js')

  const text = await register.metrics()
  const countOf = (route: string, status: number) => {
    const start = `http_request_duration_seconds_count{method="GET",route="${route}",status="${status}"}`
    return Number(
      text
        .split('\n')
        .find((line) => line.startsWith(start))
        ?.split(' ')
        .at(-1),
    )
  }
  expect(countOf('/apartment/:aptId', 200)).toBe(2)
  expect(countOf('/api/apts/:ids', 200)).toBe(2)
  expect(countOf('none', 404)).toBe(3)
  expect(text).not.toContain('secret')
})

it('the metric of routed calls covers every call of the services of this repository', async () => {
  const text = await register.metrics()
  for (const service of ['svc-catalog', 'svc-reviews', 'svc-users']) {
    expect(text).toContain(`service_calls_refused{service="${service}"} 0`)
    expect(text).toMatch(new RegExp(`service_calls{service="${service}"} [1-9]`))
  }
})

it('reports of pages on served versions are measured', async () => {
  const [app] = gateway.context.releases.currentSite().apps
  const loaded = { app: app?.app ?? '', version: app?.version ?? '' }
  const reports = [
    { ...loaded, kind: 'view' },
    { ...loaded, kind: 'load-failure' },
    { ...loaded, kind: 'vital', name: 'LCP', value: 4_200 },
    { ...loaded, version: '99.9.9', kind: 'view' },
  ]
  const { headers } = await gateway.send('/', { headers: { accept: 'text/html' } })
  const page = /^page;desc="([\w.-]+)"$/.exec(String(headers['server-timing']))?.[1]
  await gateway.send('/api/telemetry', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ page, reports }),
  })

  const text = await register.metrics()
  const labels = `remote="${loaded.app}",version="${loaded.version}"`
  expect(text).toContain(`page_views_total{${labels}} 1`)
  expect(text).toContain(`page_failures_total{${labels}} 1`)
  expect(text).toContain(`page_web_vitals_total{${labels},vital="LCP",rating="poor"} 1`)
  expect(text).not.toContain('99.9.9')
})
