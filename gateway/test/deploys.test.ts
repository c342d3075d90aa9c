import { createHash, randomBytes } from 'node:crypto'
import { type DeployState, REMOTE_MANIFEST } from '@offquad/contracts'
import { testSettings } from '@offquad/service-kit/testing'
import { type GatewayUnderTest, startGateway, until } from './gateway-under-test'
import { MANIFEST, publishSite, type PublishedSite, REGISTRY } from './published-site'

const shared = (
  name: string,
  versions: { version?: string; requiredVersion?: string },
  copies: string[] = [],
) => ({
  ...{ name, version: '19.3.1', requiredVersion: '^19.3.0', ...versions },
  assets: { js: { sync: copies, async: [] }, css: { sync: [], async: [] } },
})
const SHELL_MANIFEST = { ...MANIFEST, exposes: [], shared: [shared('react', {})] }
const [, BROWSE] = REGISTRY.apps
const remote = BROWSE?.remote

const TOKENS = { 'mfe-browse': 'the browse team', 'mfe-reviews': 'the reviews team', shell: 'the shell team' }
type App = keyof typeof TOKENS
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const DEPLOY_TOKENS = Object.entries(TOKENS)
  .map(([app, token]) => `${app}=${sha256(token)}`)
  .join(',')

/** What a build makes, by path. */
const built = (changes: Record<string, string | Buffer> = {}): Record<string, string | Buffer> => ({
  [REMOTE_MANIFEST]: JSON.stringify({ ...MANIFEST, shared: [shared('react', {})] }),
  'remoteEntry.js': 'var mfe_browse',
  'remote.1.js': 'new',
  'remote.1.js.br': 'new',
  'remote.css': 'p{}',
  ...changes,
})

describe('a team', () => {
  let site: PublishedSite
  let gateway: GatewayUnderTest
  let other: GatewayUnderTest

  beforeEach(async () => {
    site = await publishSite()
    await site.write(`mf/shell/1.0.0/${REMOTE_MANIFEST}`, JSON.stringify(SHELL_MANIFEST))
    const settings = { ...testSettings(), DEPLOY_TOKENS }
    gateway = await startGateway({}, { settings, site })
    other = await startGateway({}, { settings, site })
    await Promise.all([gateway.listening(), other.listening()])
  })
  afterEach(async () => {
    await gateway.close()
    await other.close()
    await site.remove()
  })

  const as = (token: string, more: Record<string, string> = {}) => ({
    headers: { authorization: `Bearer ${token}`, ...more },
  })
  const JSON_BODY = { 'content-type': 'application/json' }

  async function upload(version: string, files: Record<string, string | Buffer>, app: App = 'mfe-browse') {
    for (const [path, body] of Object.entries(files)) {
      const address = `/api/deploys/${app}/${version}/file?path=${encodeURIComponent(path)}`
      const type = { 'content-type': 'application/octet-stream' }
      const answer = await gateway.send(address, { method: 'PUT', body, ...as(TOKENS[app], type) })
      if (answer.status !== 200) return answer
    }
    return undefined
  }
  async function deploy(version: string, more: object = {}, files = built()) {
    await upload(version, files)
    const announced = Object.entries(files).map(([path, content]) => ({
      ...{ path, bytes: Buffer.byteLength(content) },
      sha384: createHash('sha384').update(content).digest('base64'),
    }))
    const body = JSON.stringify({ files: announced, remote, ...more })
    return gateway.send(`/api/deploys/mfe-browse/${version}`, {
      ...{ method: 'POST', body },
      ...as(TOKENS['mfe-browse'], JSON_BODY),
    })
  }
  const act = (action: string, app: App = 'mfe-browse', token: string = TOKENS[app]) =>
    gateway.send(`/api/deploys/${app}/${action}`, { method: 'POST', ...as(token) })
  const stateOf = async () => {
    const answer = await gateway.send('/api/deploys/mfe-browse', as(TOKENS['mfe-browse']))
    return JSON.parse(answer.text) as DeployState
  }
  const page = (at: GatewayUnderTest, cohort?: number) =>
    at.send('/', {
      headers: { accept: 'text/html', ...(cohort !== undefined && { cookie: `offquad-cohort=${cohort}` }) },
    })
  const versionFor = async (at: GatewayUnderTest, cohort?: number) =>
    /mfe-browse\/([\d.]+)\//.exec((await page(at, cohort)).text)?.[1]

  it('ships its slice: assets first, then every gateway serves it, and back in no time', async () => {
    const answer = await deploy('2.1.0')

    expect(answer.status).toBe(201)
    expect(await versionFor(gateway)).toBe('2.1.0')
    await until(async () => (await versionFor(other)) === '2.1.0')
    const file = await other.send('/mf/mfe-browse/2.1.0/remote.1.js')
    expect([file.text, file.headers['cache-control']]).toEqual(['new', 'public, max-age=31536000, immutable'])
    expect((await other.send('/mf/mfe-browse/2.0.0/remoteEntry.js')).status).toBe(200)

    const startedAt = Date.now()
    expect((await act('rollback')).status).toBe(200)
    await until(async () => (await versionFor(other)) === '2.0.0')
    expect(Date.now() - startedAt).toBeLessThan(1_000)
    const { live, previous, history } = await stateOf()
    expect([live.version, previous]).toEqual(['2.0.0', []])
    expect(history.map(({ action, version }) => `${action} ${version}`)).toEqual([
      ...['rollback 2.0.0', 'deploy 2.1.0', 'local build 2.0.0'],
    ])
  })

  it('tries a version with some visitors, always the same ones, then gives it to all', async () => {
    await deploy('2.1.0', { canary: 10 })
    const cohorts = Array.from({ length: 1_000 }, (_, index) => index * 10)
    const tried: number[] = []
    for (const cohort of cohorts) if ((await versionFor(gateway, cohort)) === '2.1.0') tried.push(cohort)

    expect(tried).toHaveLength(100)
    await until(async () => (await versionFor(other, tried[0])) === '2.1.0')
    expect(await versionFor(gateway, tried[1])).toBe('2.1.0')
    expect((await stateOf()).live).toMatchObject({
      version: '2.0.0',
      canary: { version: '2.1.0', percent: 10 },
    })
    const registry = await gateway.send('/mf/registry.json')
    expect(registry.text).toContain('"percent":10')
    expect((await page(gateway, tried[0])).text).not.toContain('percent')

    await act('promote')
    for (const cohort of [undefined, 0, 5_000]) expect(await versionFor(gateway, cohort)).toBe('2.1.0')
  })

  it('reaches within two points of the share among 2,000 fresh visitors, who are remembered', async () => {
    await deploy('2.1.0', { canary: 10 })
    let count = 0
    for (let visitor = 0; visitor < 2_000; visitor += 1) {
      const first = await page(gateway)
      const isTried = first.text.includes('mfe-browse/2.1.0/')
      if (isTried) count += 1
      if (visitor % 100 > 0) continue
      const cookie = String(first.headers['set-cookie']).split(';')[0] ?? ''
      const again = await gateway.send('/', { headers: { accept: 'text/html', cookie } })
      expect(again.text.includes('mfe-browse/2.1.0/')).toBe(isTried)
      expect(again.headers['set-cookie']).toBeUndefined()
    }

    expect(Math.abs(count / 2_000 - 0.1)).toBeLessThan(0.02)
  })

  it('sets no cookie where nothing is tried', async () => {
    expect((await page(gateway)).headers['set-cookie']).toBeUndefined()
  })

  it.each([
    [
      'a copy of what is shared',
      { [REMOTE_MANIFEST]: JSON.stringify({ ...MANIFEST, shared: [shared('react', {}, ['react.js'])] }) },
      'it brings a copy of react of its own: share it with import: false',
    ],
    [
      'a range the shell does not fit',
      {
        [REMOTE_MANIFEST]: JSON.stringify({
          ...MANIFEST,
          shared: [shared('react', { requiredVersion: '^20.0.0' })],
        }),
      },
      'it wants react ^20.0.0, and the live shell brings 19.3.1',
    ],
    [
      'something the shell does not share',
      { [REMOTE_MANIFEST]: JSON.stringify({ ...MANIFEST, shared: [shared('vue', {})] }) },
      'it wants vue, which the live shell does not share',
    ],
    [
      'nothing exposed',
      { [REMOTE_MANIFEST]: JSON.stringify({ ...MANIFEST, exposes: [], shared: [] }) },
      'its manifest does not expose ./remote',
    ],
    [
      'no manifest',
      { [REMOTE_MANIFEST]: 'nonsense' },
      'its mf-manifest.json is missing or not a federation manifest',
    ],
    [
      'more than its budget',
      { 'remote.1.js.br': randomBytes(160_000) },
      'its JavaScript is 160 KB (brotli), and the budget of mfe-browse is 150 KB',
    ],
  ])('is refused, with the reason, a version with %s', async (_what, changes, reason) => {
    const answer = await deploy('2.1.0', {}, built(changes))

    expect(answer.status).toBe(400)
    expect(answer.json().errors).toEqual([{ field: 'version', message: reason }])
    expect(await versionFor(gateway)).toBe('2.0.0')
    expect((await gateway.send('/mf/mfe-browse/2.1.0/remote.1.js')).status).toBe(404)
  })

  it('is told every file that is missing or another one than announced', async () => {
    const files = built()
    await upload('2.1.0', { ...files, 'remote.1.js': 'cut off' })
    const sent = Object.entries({ ...files, 'late.js': 'x' }).map(([path, content]) => ({
      ...{ path, bytes: 1, sha384: createHash('sha384').update(content).digest('base64') },
    }))
    const answer = await gateway.send('/api/deploys/mfe-browse/2.1.0', {
      ...{ method: 'POST', body: JSON.stringify({ files: sent, remote }) },
      ...as(TOKENS['mfe-browse'], JSON_BODY),
    })

    expect(answer.status).toBe(400)
    expect(answer.json().detail).toBe('remote.1.js is not what was announced; late.js was not uploaded.')
  })

  it('cannot change what is published, deploy what is live, or promote and take back nothing', async () => {
    await deploy('2.1.0')

    expect((await upload('2.1.0', { 'remote.1.js': 'other' }))?.status).toBe(409)
    expect((await deploy('2.1.0')).status).toBe(409)
    expect((await act('promote')).status).toBe(409)
    await act('rollback')
    expect((await act('rollback')).status).toBe(409)
    expect((await gateway.send('/mf/mfe-browse/2.1.0/remote.1.js')).text).toBe('new')
  })

  it('cannot deploy for another one, nor can whoever has no token', async () => {
    expect((await act('rollback', 'mfe-browse', TOKENS['mfe-reviews'])).status).toBe(403)
    expect((await act('rollback', 'mfe-browse', 'guessed')).status).toBe(401)
    expect((await gateway.send('/api/deploys/mfe-browse')).status).toBe(401)
    const path = '/api/deploys/mfe-browse/9.9.9/file?path=a.js'
    const ofShell = as(TOKENS.shell, { 'content-type': 'application/octet-stream' })
    expect((await gateway.send(path, { method: 'PUT', body: 'x', ...ofShell })).status).toBe(403)
  })

  it.each(['../../secret.txt', '/etc/passwd', 'a/../../b', '.hidden', 'a/.b/c'])(
    'cannot write outside its version: %s',
    async (path) => {
      expect((await upload('2.1.0', { [path]: 'x' }))?.status).toBe(400)
    },
  )

  it('keeps what it deployed when a gateway starts anew without a database, and when the same build comes again', async () => {
    await deploy('2.1.0')
    await until(async () => (await versionFor(other)) === '2.1.0')
    const settings = { ...testSettings(), MONGODB_URI: 'mongodb://127.0.0.1:9', DEPLOY_TOKENS }
    const alone = await startGateway({}, { settings, site })

    expect(await versionFor(alone)).toBe('2.1.0')
    const refused = await alone.send('/api/deploys/mfe-browse', as(TOKENS['mfe-browse']))
    expect(refused.status).toBe(503)
    await alone.close()

    // The build beside the gateway is written again, unchanged: what was deployed since stays.
    await site.publish({ ...REGISTRY, writtenBy: 'build' })
    const again = await startGateway({}, { settings: gateway.context.config, site })
    expect(await versionFor(again)).toBe('2.1.0')
    await again.close()
  })

  it('prunes what nobody can ask for any more', async () => {
    await deploy('2.1.0')

    // 2.0.0 is a step of rollback away, and nothing is older than a day.
    expect((await act('prune')).json()).toEqual({ removed: [] })
  })
})
