import { type LiveApp, type Registry, REMOTE_MANIFEST } from '@offquad/contracts'
import { insideOf, makeLive } from '@offquad/releases/testing'
import { testSettings } from '@offquad/service-kit/testing'
import { register } from 'prom-client'
import { type GatewayConfig } from '../src/config'
import { type GatewayUnderTest, startGateway } from './gateway-under-test'
import {
  INDEX_HTML,
  MANIFEST,
  publishSite,
  type PublishedSite,
  REGISTRY,
  SHELL_MANIFEST,
} from './published-site'

const SHOWN = { headers: { accept: 'text/html' } }
const [SHELL, BROWSE, REVIEWS] = REGISTRY.apps as [LiveApp, LiveApp, LiveApp]

const at = (app: LiveApp, version: string, ...paths: string[]): LiveApp => ({
  ...app,
  version,
  baseUrl: `/mf/${app.app}/${version}/`,
  remote: {
    name: app.remote?.name ?? '',
    slots: app.remote?.slots ?? [],
    routes: [...(app.remote?.routes ?? []), ...paths.map((route) => ({ path: route, title: 'A page' }))],
  },
})

let site: PublishedSite
let settings: ReturnType<typeof testSettings>
let running: GatewayUnderTest[] = []
beforeEach(async () => {
  site = await publishSite()
  settings = testSettings()
  for (const folder of ['mfe-reviews/3.0.0', 'mfe-reviews/3.1.0', 'mfe-browse/2.1.0']) {
    await site.write(`mf/${folder}/${REMOTE_MANIFEST}`, JSON.stringify(MANIFEST))
    for (const file of ['remoteEntry.js', 'remote.1.js']) await site.write(`mf/${folder}/${file}`, '')
  }
})
afterEach(async () => {
  for (const gateway of running) await gateway.close()
  running = []
  await site.remove()
})

async function start(more: Partial<GatewayConfig> = settings): Promise<GatewayUnderTest> {
  const gateway = await startGateway({}, { settings: more, site })
  running.push(gateway)
  return gateway
}

async function stop(gateway: GatewayUnderTest): Promise<void> {
  running = running.filter((candidate) => candidate !== gateway)
  await gateway.close()
}

const startWith = async (registry: Registry) => {
  await makeLive(settings, registry)
  return start()
}
const statusOf = async (gateway: GatewayUnderTest, address: string) =>
  (await gateway.send(address, SHOWN)).status
const served = async (gateway: GatewayUnderTest) =>
  ((await gateway.send('/mf/registry.json')).json() as unknown as Registry).apps.map(
    ({ app, version, canary }) => `${app} ${version}${canary ? ` (${canary.version})` : ''}`,
  )
const registryNeed = async (gateway: GatewayUnderTest) =>
  (await gateway.send('/readyz')).json().needs?.registry
const isUnserved = async (remote: string) => {
  const metric = await register.getSingleMetric('registry_app_unserved')?.get()
  return metric?.values.find(({ labels }) => labels.remote === remote)?.value
}

describe('a gateway', () => {
  it.each<[string, LiveApp, string]>([
    [
      'claims a page of another app',
      at(REVIEWS, '3.1.0', '/desk'),
      'its route /desk is a page of mfe-browse 2.1.0 already',
    ],
    [
      'has an invalid version',
      at(REVIEWS, '...'),
      'its registry entry is invalid: /version must match pattern',
    ],
  ])('keeps serving the last good version of an app that %s', async (_what, broken, reason) => {
    const gateway = await startWith(REGISTRY)
    expect([await registryNeed(gateway), await isUnserved('mfe-reviews')]).toEqual(['ok', 0])

    await gateway.makeLive({ apps: [SHELL, at(BROWSE, '2.1.0'), broken] })

    expect(await served(gateway)).toEqual(['shell 1.0.0', 'mfe-browse 2.1.0', 'mfe-reviews 3.0.0'])
    expect([await statusOf(gateway, '/reviews'), await statusOf(gateway, '/desk')]).toEqual([200, 200])
    const need = await registryNeed(gateway)
    expect(need).toContain('degraded: mfe-reviews')
    expect(need).toContain(`is not served (${reason}`)
    expect(need).toMatch(/; 3.0.0 is served instead$/)
    expect([await isUnserved('mfe-reviews'), await isUnserved('mfe-browse')]).toEqual([1, 0])

    const restarted = await start()
    expect(await served(restarted)).toEqual(await served(gateway))
    expect(await statusOf(restarted, '/reviews')).toBe(200)
  })

  it('leaves out an app that cannot be served and never was', async () => {
    await site.publish({ apps: [] })
    const gateway = await startWith({ apps: [SHELL, BROWSE, at(REVIEWS, '3.1.0', '/desk')] })

    expect(await served(gateway)).toEqual(['shell 1.0.0', 'mfe-browse 2.0.0'])
    expect([await statusOf(gateway, '/'), await statusOf(gateway, '/reviews')]).toEqual([200, 404])
    expect((await gateway.send('/readyz')).json().needs?.registry).toMatch(/; the app is left out$/)
  })

  it('serves the stable version to everyone when the canary cannot be served', async () => {
    const canary = { ...at(REVIEWS, '3.1.0', '/desk'), percent: 50, salt: 'a' }
    const gateway = await startWith({ apps: [SHELL, BROWSE, { ...REVIEWS, canary }] })

    expect(await served(gateway)).toEqual(['shell 1.0.0', 'mfe-browse 2.0.0', 'mfe-reviews 3.0.0'])
    expect(await registryNeed(gateway)).toMatch(
      /^degraded: mfe-reviews 3.1.0 is not served .*; 3.0.0 is served instead$/,
    )
  })

  it('starts without a database with the versions that were served last, and serves them without their shell in the registry', async () => {
    await stop(await startWith(REGISTRY))

    for (const gateway of [await start({}), await startWith({ apps: [BROWSE, REVIEWS] })]) {
      expect((await served(gateway)).toSorted()).toEqual([
        'mfe-browse 2.0.0',
        'mfe-reviews 3.0.0',
        'shell 1.0.0',
      ])
      expect(await statusOf(gateway, '/')).toBe(200)
    }
  })

  it.each([
    ['is damaged', '{"apps":['],
    ['has no apps', '{}'],
  ])('starts, empty without a database, when the record of the last versions %s', async (_what, file) => {
    await site.publish(file)

    expect(await statusOf(await start({}), '/')).toBe(503)
    expect(await statusOf(await startWith(REGISTRY), '/')).toBe(200)
  })

  it('serves a version as soon as its missing files have arrived', async () => {
    const gateway = await startWith(REGISTRY)
    const shell = { ...SHELL, version: '1.1.0', baseUrl: '/mf/shell/1.1.0/' }
    await gateway.makeLive({ apps: [shell, BROWSE, REVIEWS] })
    expect(await registryNeed(gateway)).toBe(
      'degraded: shell 1.1.0 is not served (mf-manifest.json is missing); 1.0.0 is served instead',
    )

    await site.write(`mf/shell/1.1.0/${REMOTE_MANIFEST}`, JSON.stringify(SHELL_MANIFEST))
    await site.write('mf/shell/1.1.0/index.html', INDEX_HTML)
    await insideOf(gateway.context.releases).pull()

    expect([(await served(gateway))[0], await registryNeed(gateway)]).toEqual(['shell 1.1.0', 'ok'])
  })
})
