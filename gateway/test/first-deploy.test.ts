import { rm } from 'node:fs/promises'
import path from 'node:path'
import { testSettings, until } from '@offquad/service-kit/testing'
import { startGateway } from './gateway-under-test'
import { publishSite } from './published-site'
import { builtShell, DEPLOY_TOKENS, deployCalls, TOKENS } from './team'

const page = { headers: { accept: 'text/html' } }

it('an empty site shows a notice on every page and serves the API until the first shell is deployed', async () => {
  const site = await publishSite()
  await rm(path.join(site.mf, 'registry.json'))
  const gateway = await startGateway(
    { 'svc-catalog': (app) => app.get('/api/apts/:ids', () => []) },
    { site, settings: { ...testSettings(), DEPLOY_TOKENS } },
  )

  const nothing = await gateway.send('/apartment/a1', page)
  expect([nothing.status, nothing.headers['retry-after']]).toEqual([503, '2'])
  expect(nothing.text).toContain('This site is being set up')
  expect((await gateway.send('/api/apts/a1')).status).toBe(200)
  expect((await gateway.send('/mf/registry.json')).json()).toEqual({ apps: [] })

  const { deployAs } = deployCalls(gateway, TOKENS)
  const deployed = await deployAs('shell', '1.0.1', {}, builtShell())
  expect(deployed.json()).toMatchObject({ live: { version: '1.0.1' } })
  await until(async () => (await gateway.send('/', page)).status === 404)
  expect((await gateway.send('/', page)).text).toContain('/mf/shell/1.0.1/main.js')
  await gateway.close()
  await site.remove()
})
