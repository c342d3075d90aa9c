import { until } from '@offquad/service-kit/testing'
import { type DeployState, reportPage, type VersionError } from '@offquad/contracts'
import { changeApp, deploysOf } from '@offquad/releases/testing'
import { type FastifyRequest } from 'fastify'
import { type GatewayUnderTest, startGateway } from './gateway-under-test'
import { JSON_BODY, startTeam, type Team, TOKENS } from './team'

const APP = 'mfe-browse'
const DAY_MS = 86_400_000

const tokenIn = (header: unknown) => /^page;desc="([\w.-]+)"$/.exec(String(header))?.[1]

/** Visitors of the team's gateways, from any network. */
function visitorsOf(team: Team) {
  const tokenOf = async (at: GatewayUnderTest = team.gateway) => {
    const { headers } = await team.page(at)
    return tokenIn(headers['server-timing'])
  }

  /** The token of a page that had these versions; with a network: of one that a browser has opened from there. */
  const tokenOfPage = (versions: { app: string; version: string }[], at = team.gateway, network = 0) => {
    const headers = network > 0 ? { 'sec-fetch-dest': 'document' } : {}
    const request = { headers, ip: `10.0.${network}.1` } as unknown as FastifyRequest
    const page = { template: '/', versions, alwaysReports: true }
    return tokenIn(at.context.releases.reportHeader(request, page)[1])
  }
  const tokenWith = (version: string, at = team.gateway) => tokenOfPage([{ app: APP, version }], at)

  const post = (body: object, { at = team.gateway, network = 1, from = '/' } = {}) =>
    at.send(reportPage.path, {
      method: 'POST',
      headers: {
        ...JSON_BODY,
        'x-forwarded-for': `10.0.${network}.1`,
        referer: `https://offquad.example${from}`,
      },
      body: JSON.stringify(body),
    })

  /**
   * Reports on a version from a number of pages. Their tokens come from where pages get theirs, because the pages themselves
   * would take most of the time.
   */
  async function open(
    version: string,
    count: number,
    { kinds = ['view'], route = '/', at = team.gateway, network = 1 } = {},
  ): Promise<void> {
    for (let opened = 0; opened < count; opened += 1) {
      const reports = kinds.map((kind) => ({ app: APP, version, kind, route }))
      await post({ page: tokenWith(version, at), reports }, { at, network })
    }
  }

  const fail = (
    version: string,
    count: number,
    more: { route?: string; at?: GatewayUnderTest; network?: number } = {},
  ) => open(version, count, { ...more, kinds: ['view', 'error'] })

  const failRender = (version: string, network = 1) =>
    versions().countRender(
      { app: APP, version, route: '/', reason: 'hung: no result within 500 ms' },
      `n${network}`,
    )

  const versions = (at = team.gateway) => deploysOf(at.context.releases).versions
  /** Stores and judges the counts of all gateways. */
  async function look(): Promise<void> {
    for (const at of [team.gateway, team.other]) await versions(at).judge()
  }
  const latest = async (): Promise<DeployState['history'][number] | undefined> =>
    (await team.stateOf()).history[0]

  return { tokenOf, tokenOfPage, tokenWith, post, open, fail, failRender, look, versions, latest }
}
type Visitors = ReturnType<typeof visitorsOf>

async function startWithCanary(): Promise<{ team: Team; visitors: Visitors }> {
  const team = await startTeam({ TRUSTED_PROXIES: '127.0.0.1' })
  await team.deploy('2.1.0', { canary: 10 })
  await until(async () => (await team.other.send('/mf/registry.json')).text.includes('2.1.0'))
  return { team, visitors: visitorsOf(team) }
}

describe("pages' reports", () => {
  let team: Team
  let visitors: Visitors
  beforeEach(async () => {
    ;({ team, visitors } = await startWithCanary())
  })
  afterEach(() => team.close())

  it('roll back a failing canary across gateways and record why', async () => {
    // Neither gateway has received enough reports by itself.
    for (const at of [team.gateway, team.other]) {
      await visitors.open('2.0.0', 20, { at })
      await visitors.fail('2.1.0', 2, { at })
    }

    await until(async () => (await visitors.latest())?.action === 'automatic rollback')
    expect(await visitors.latest()).toMatchObject({
      version: '2.0.0',
      by: 'the gateway',
      reason: expect.stringMatching(/^2\.1\.0: 100\.0 % of \d views failed, 0\.0 % of \d+ with 2\.0\.0$/),
    })
    const { live } = await team.stateOf()
    expect([live.version, live.canary]).toEqual(['2.0.0', undefined])
  })

  it('keep a canary whose server part fails pages where that of the live version does, too', async () => {
    for (let pages = 0; pages < 3; pages += 1) visitors.failRender('2.1.0')
    visitors.failRender('2.0.0')
    await visitors.look()
    const { live, measured } = await team.stateOf()
    expect(live.canary?.version).toBe('2.1.0')
    expect(measured.find(({ version }) => version === '2.1.0')?.unrendered).toEqual({
      pages: 3,
      reason: 'hung: no result within 500 ms',
    })
  })

  it('roll back a canary whose server part alone fails pages', async () => {
    for (let pages = 0; pages < 3; pages += 1) visitors.failRender('2.1.0')
    await visitors.look()

    expect(await visitors.latest()).toMatchObject({
      action: 'automatic rollback',
      reason:
        '2.1.0: 100.0 % of 3 pages failed on the server, no pages with 2.0.0 (hung: no result within 500 ms)',
    })
  })

  it('are ignored without a valid page token, for a version that their page did not have, and for one that is not live', async () => {
    const reports = [
      { app: APP, version: '2.1.0', kind: 'view' },
      { app: APP, version: '2.1.0', kind: 'error' },
    ]
    // Of the last character some bits mean nothing.
    const forged = (await visitors.tokenOf())?.replace(/.(?=.$)/, (last) => (last === 'A' ? 'B' : 'A'))
    const statuses = new Set<number>()
    for (let count = 0; count < 10; count += 1)
      for (const page of [undefined, 'guessed', forged])
        statuses.add((await visitors.post({ page, reports })).status)
    await visitors.post({ page: visitors.tokenWith('2.0.0'), reports })
    await visitors.fail('9.9.9', 10)
    await visitors.look()

    expect([...statuses]).toEqual([204])
    const { live, measured } = await team.stateOf()
    expect(live.canary?.version).toBe('2.1.0')
    expect(measured.map(({ views, failures }) => [views, failures])).toEqual([
      [0, 0],
      [0, 0],
    ])
  })

  it('count once per route of a page across gateways', async () => {
    const page = visitors.tokenWith('2.1.0')
    const report = (kind: string, route: string) => ({ app: APP, version: '2.1.0', kind, route })
    for (const at of [team.gateway, team.other, team.gateway])
      await visitors.post(
        {
          page,
          reports: [
            report('view', '/'),
            report('error', '/apartment/:aptId'),
            report('load-failure', '/apartment/:aptId'),
            report('view', '/wp-admin'),
            report('view', '/reviews'),
          ],
        },
        { at },
      )
    await visitors.look()

    const { measured } = await team.stateOf()
    const byRoute = measured.find(({ version }) => version === '2.1.0')?.routes
    expect(byRoute?.map(({ route, views, failures }) => [route, views, failures]).sort()).toEqual([
      ['/', 1, 0],
      ['/apartment/:aptId', 1, 1],
      ['/reviews', 1, 0],
      // Not a path of the site.
      ['none', 1, 0],
    ])
  })

  it('are summarized for the team: failures and web vitals', async () => {
    const lcp = { app: APP, version: '2.1.0', kind: 'vital', name: 'LCP', route: '/' }
    for (const value of [1_000, 2_500, 5_000])
      await visitors.post({ page: visitors.tokenWith('2.1.0'), reports: [{ ...lcp, value }] })
    const page = visitors.tokenWith('2.1.0')
    for (const value of [200, 9_000]) await visitors.post({ page, reports: [{ ...lcp, value }] })
    // A tab from before values were reported.
    const old = { app: APP, version: '2.1.0', kind: 'vital', name: 'TTFB', rating: 'good' }
    expect((await visitors.post({ page, reports: [old] })).status).toBe(204)
    await visitors.open('2.1.0', 2, { at: team.other })
    await visitors.fail('2.1.0', 1, { at: team.other })
    await visitors.look()

    expect((await team.stateOf()).measured).toMatchObject([
      { version: '2.0.0', views: 0, failures: 0, routes: [], course: [], vitals: {} },
      {
        version: '2.1.0',
        views: 3,
        failures: 1,
        routes: [{ route: '/', views: 3, failures: 1, vitals: { LCP: { good: 2, pages: 4 } } }],
        // Three of the four pages took no longer; the last value of a page counts.
        vitals: { LCP: { good: 2, pages: 4, p75: 5_000 } },
      },
    ])
  })

  it('are counted apart when they say nothing about the version', async () => {
    const old = visitors.tokenOfPage([
      { app: APP, version: '2.1.0' },
      { app: 'mfe-reviews', version: '0.0.1' },
    ])
    const noisy = (noise: string) => ({ app: APP, version: '2.1.0', kind: 'error', noise })
    await visitors.post({
      page: visitors.tokenWith('2.1.0'),
      reports: [],
      ignored: [noisy('translated'), noisy('translated'), noisy('offline')],
    })
    await visitors.post({ page: visitors.tokenWith('2.1.0'), reports: [], ignored: [noisy('translated')] })
    // Since then reviews were deployed.
    await visitors.post({ page: old, reports: [{ app: APP, version: '2.1.0', kind: 'error' }] })
    await visitors.look()

    expect((await team.stateOf()).measured[1]).toMatchObject({
      views: 1,
      failures: 0,
      notCounted: { translated: 2, offline: 1, outdated: 1 },
    })
  })

  it('are recorded by what failed and where, without what is of a person', async () => {
    await team.site.write(
      'mf/mfe-browse/2.1.0/remote.1.js.map',
      JSON.stringify({
        version: 3,
        sources: ['webpack://mfe-browse/./src/pages/home-page.tsx'],
        names: [],
        mappings: 'AAUA',
      }),
    )
    const error = { message: 'Error: no user anna@testville.edu', at: '/mf/mfe-browse/2.1.0/remote.1.js:1:5' }
    const report = { app: APP, version: '2.1.0', kind: 'error', route: '/', error }
    for (const at of [team.gateway, team.other])
      await visitors.post({ page: visitors.tokenWith('2.1.0', at), reports: [report] }, { at })
    visitors.versions().countRender({ app: APP, version: '2.1.0', route: '/', reason: 'threw: x' }, 'n1')
    await visitors.look()

    const errors = async (token: string) => team.gateway.send(`/api/deploys/${APP}/errors`, team.as(token))
    const { text } = await errors(TOKENS['mfe-browse'])
    const records: unknown = JSON.parse(text)
    expect(records).toMatchObject([
      {
        version: '2.1.0',
        route: '/',
        kind: 'error',
        message: 'Error: no user …',
        at: error.at,
        source: 'src/pages/home-page.tsx:11:1',
        count: 2,
      },
      { kind: 'render', message: 'threw: x', count: 1 },
    ])
    expect((await errors(TOKENS['mfe-reviews'])).status).toBe(403)
  })

  it.each([
    ['/apartment/:aptId', '/apartment/demo-1?from=anna', '/apartment/demo-1'],
    ['/apartment/:aptId', '/apartment/anna@testville.edu', undefined],
    ['/apartment/:aptId', '/landlord/a', undefined],
    ['/desk', '/desk', undefined],
  ])('name the public page of an error, but nothing of a visitor: %s of %s', async (route, from, path) => {
    const browse = team.gateway.context.releases.currentSite().apps.find(({ app }) => app === APP)
    for (const known of browse?.remote?.routes ?? []) known.isPublic = !known.isForAdmins
    const report = { app: APP, version: '2.1.0', kind: 'error', route, error: { message: 'Error: x' } }
    await visitors.post({ page: visitors.tokenWith('2.1.0'), reports: [report] }, { from })
    await visitors.look()

    const { text } = await team.gateway.send(`/api/deploys/${APP}/errors`, team.as(TOKENS['mfe-browse']))
    const [error] = JSON.parse(text) as VersionError[]
    expect([error?.message, error?.path]).toEqual(['Error: x', path])
  })

  it('are recorded up to fifty for each version, those seen last', async () => {
    for (let index = 0; index < 60; index += 1) {
      const error = { message: `Error ${String.fromCharCode(65 + index)}` }
      visitors
        .versions()
        .count({ app: APP, version: '2.1.0', kind: 'failure', how: 'error', route: '/', error }, 'a network')
      if (index === 29) await visitors.look()
    }
    await visitors.look()

    const response = await team.gateway.send(`/api/deploys/${APP}/errors`, team.as(TOKENS['mfe-browse']))
    const messages = (JSON.parse(response.text) as VersionError[]).map(({ message }) => message)
    expect(messages).toHaveLength(50)
    expect(messages).toContain(`Error ${String.fromCharCode(65 + 59)}`)
  })

  it('are sent by a share of pages, and by all pages with a canary', async () => {
    const settings = { ...team.gateway.context.config, PAGE_REPORT_SHARE: 0.25 }
    const gateway = await startGateway({}, { settings, site: team.site })
    const pages = [0, 2_500, 5_000, 7_500, 1_000].map(
      async (cohort) => (await team.page(gateway, cohort)).text,
    )
    const shareOf = (html: string) => /"reportShare":([\d.]+)/.exec(html)?.[1]

    for (const html of await Promise.all(pages))
      expect(shareOf(html)).toBe(html.includes('mfe-browse/2.1.0/') ? '1' : '0.25')
    await gateway.close()
  })

  it('are rejected when they are malformed or too many', async () => {
    const reportOf = (kind: string) => ({ reports: [{ app: APP, version: '2.1.0', kind }] })
    expect((await visitors.post(reportOf('opinion'))).status).toBe(400)
    // A web vital without a value.
    expect((await visitors.post(reportOf('vital'))).status).toBe(400)
    const settings = { ...team.gateway.context.config, RATE_LIMIT_FACTOR: 0.01 }
    const strict = await startGateway({}, { settings, site: team.site })
    const reports = Array.from({ length: 20 }, () => ({ app: APP, version: '2.0.0', kind: 'view' }))
    const statuses: number[] = []
    for (let count = 0; count < 8; count += 1)
      statuses.push((await visitors.post({ reports }, { at: strict })).status)
    await strict.close()

    expect(statuses).toEqual([204, 204, 204, 204, 204, 204, 429, 429])
  })
})

describe('pages that never report', () => {
  let team: Team
  let visitors: Visitors
  beforeEach(async () => {
    ;({ team, visitors } = await startWithCanary())
  })
  afterEach(() => {
    jest.restoreAllMocks()
    return team.close()
  })

  const SHELL = { app: 'shell', version: '1.0.0' }
  /** The reports of a page that shows something, one that is left at once, and one that froze after a remote was loaded. */
  const REPORTS = {
    shown: { reports: [{ ...SHELL, kind: 'view' }] },
    left: { reports: [] },
    frozen: { reports: [{ app: APP, version: '2.1.0', kind: 'view' }] },
  }

  async function openPages(version: string, count: number, what?: keyof typeof REPORTS): Promise<void> {
    for (let opened = 0; opened < count; opened += 1) {
      const page = visitors.tokenOfPage([SHELL, { app: APP, version }], team.gateway, 1)
      if (what) await visitors.post({ page, ...REPORTS[what] })
    }
  }
  /** Judges once the pages have had time to report. */
  async function lookLater(): Promise<void> {
    const now = Date.now()
    jest.spyOn(Date, 'now').mockReturnValue(now + 21_000)
    await visitors.look()
  }

  it('roll back a canary of which more never report than of the live version', async () => {
    await openPages('2.0.0', 40, 'shown')
    await openPages('2.0.0', 1)
    await openPages('2.1.0', 4, 'frozen')
    await openPages('2.1.0', 4)
    await visitors.look()
    expect((await team.stateOf()).live.canary?.version).toBe('2.1.0')

    await lookLater()
    expect(await visitors.latest()).toMatchObject({
      action: 'automatic rollback',
      reason: '2.1.0: 100.0 % of 8 views never reported, 2.4 % of 41 with 2.0.0',
    })
  })

  it('do not count when they were left at once, or when as many of the live version are silent', async () => {
    await openPages('2.0.0', 20, 'shown')
    await openPages('2.0.0', 20)
    await openPages('2.1.0', 10, 'left')
    await openPages('2.1.0', 10)
    await lookLater()

    const { live, measured } = await team.stateOf()
    expect(live.canary?.version).toBe('2.1.0')
    expect(measured.map(({ silent }) => silent)).toEqual([
      { pages: 20, of: 40 },
      { pages: 10, of: 20 },
    ])
  })

  it('do not count when a program fetched them, or a browser ahead', async () => {
    const ask = (headers: Record<string, string>) =>
      team.gateway.send('/', { headers: { accept: 'text/html', ...headers } })
    await ask({ 'user-agent': 'a bot' })
    await ask({ 'sec-fetch-dest': 'document', 'sec-purpose': 'prefetch;prerender' })
    await lookLater()
    expect((await team.stateOf()).measured.map(({ silent }) => silent)).toEqual([undefined, undefined])

    jest.restoreAllMocks()
    await ask({ 'sec-fetch-dest': 'document', cookie: 'offquad-cohort=0' })
    await lookLater()
    const { measured } = await team.stateOf()
    expect(measured.flatMap(({ silent }) => silent ?? [])).toEqual([{ pages: 1, of: 1 }])
  })
})

describe('a few networks', () => {
  let team: Team
  let visitors: Visitors
  beforeAll(async () => {
    team = await startTeam({ TRUSTED_PROXIES: '127.0.0.1', CANARY_NETWORKS: 4 })
    visitors = visitorsOf(team)
    for (let network = 1; network <= 4; network += 1) await visitors.open('2.0.0', 10, { network })
    await visitors.look()
    await team.deploy('2.1.0')
    await until(async () => (await team.other.send('/mf/registry.json')).text.includes('2.1.0'))
  })
  afterAll(() => team.close())

  it('cannot cause a rollback of a live version or a canary, however many reports they send', async () => {
    for (const network of [66, 67, 68]) await visitors.fail('2.1.0', 40, { network })
    const page = await visitors.tokenOf()
    for (let count = 0; count < 200; count += 1)
      await visitors.post(
        { page, reports: [{ app: APP, version: '2.1.0', kind: 'error', route: '/' }] },
        { network: 66 + (count % 2) },
      )
    await visitors.look()
    expect((await team.stateOf()).live.version).toBe('2.1.0')

    await team.deploy('2.2.0', { canary: 10 })
    await until(async () => (await team.other.send('/mf/registry.json')).text.includes('2.2.0'))
    await visitors.open('2.1.0', 40, { network: 2 })
    for (const network of [66, 67, 68]) await visitors.fail('2.2.0', 40, { network })
    for (let pages = 0; pages < 40; pages += 1) visitors.failRender('2.2.0', 66 + (pages % 3))
    await visitors.look()
    expect((await team.stateOf()).live.canary?.version).toBe('2.2.0')
  })

  it('are enough when a fourth reports a broken version, too', async () => {
    await team.act('rollback')
    await team.deploy('2.3.0', { canary: 10 })
    for (const network of [1, 2, 3, 4]) {
      await visitors.open('2.1.0', 15, { network })
      await visitors.fail('2.3.0', 2, { network })
    }
    await visitors.look()

    expect(await visitors.latest()).toMatchObject({ action: 'automatic rollback', version: '2.1.0' })
  })
})

describe('a version that all visitors get', () => {
  let team: Team
  let visitors: Visitors
  beforeEach(async () => {
    team = await startTeam({ TRUSTED_PROXIES: '127.0.0.1' })
    visitors = visitorsOf(team)
    await visitors.open('2.0.0', 40)
    await visitors.open('2.0.0', 20, { route: '/apartment/:aptId' })
    await visitors.look()
    await team.deploy('2.1.0')
  })
  afterEach(() => team.close())

  const failingVersions = async () => {
    const { register } = await import('prom-client')
    const { values } = (await register.getSingleMetric('app_version_failing')?.get()) ?? { values: [] }
    return values.filter(({ value }) => value === 1).map(({ labels }) => `${labels.remote} ${labels.version}`)
  }

  it('is rolled back within its first hour when it fails more often than the previous one', async () => {
    await visitors.open('2.1.0', 20)
    await visitors.fail('2.1.0', 4, { route: '/apartment/:aptId' })
    await visitors.look()

    expect(await visitors.latest()).toMatchObject({
      action: 'automatic rollback',
      version: '2.0.0',
      by: 'the gateway',
      reason: '2.1.0: 100.0 % of 4 views of /apartment/:aptId failed, 0.0 % of 20 with 2.0.0',
    })
    const { live, bad } = await team.stateOf()
    expect([live.version, bad.map(({ version }) => version)]).toEqual(['2.0.0', ['2.1.0']])
    expect(await failingVersions()).toEqual([])
  })

  it('is only reported as failing after its first hour', async () => {
    await changeApp(team.gateway.context.releases, APP, (state) => {
      const [newest, ...older] = state.history
      if (!newest) throw new Error('nothing was deployed')
      const date = new Date(Date.now() - DAY_MS / 12).toISOString()
      return { ...state, history: [{ ...newest, date }, ...older] }
    })
    await visitors.fail('2.1.0', 20)
    await visitors.look()

    expect((await team.stateOf()).live.version).toBe('2.1.0')
    expect(await failingVersions()).toEqual(['mfe-browse 2.1.0'])
  })

  it('is only reported, and not when it rarely fails, where there is no previous version', async () => {
    await team.act('retire')
    await team.deploy('2.2.0')
    await visitors.open('2.2.0', 20)
    await visitors.fail('2.2.0', 1)
    await visitors.look()
    expect(await failingVersions()).toEqual([])

    await visitors.fail('2.2.0', 20)
    await visitors.look()
    expect((await team.stateOf()).live.version).toBe('2.2.0')
    expect(await failingVersions()).toEqual(['mfe-browse 2.2.0'])
  })

  it('is only reported as failing when it is the result of a rollback', async () => {
    await team.act('rollback')
    await visitors.fail('2.0.0', 20)
    await visitors.look()

    expect((await team.stateOf()).live.version).toBe('2.0.0')
    expect(await failingVersions()).toEqual(['mfe-browse 2.0.0'])
  })
})

describe('a canary with steps', () => {
  let team: Team
  let visitors: Visitors
  const start = async (settings: object) => {
    team = await startTeam({ TRUSTED_PROXIES: '127.0.0.1', ...settings })
    visitors = visitorsOf(team)
    await team.deploy('2.1.0', { steps: [10, 50, 100] })
    await until(async () => (await team.other.send('/mf/registry.json')).text.includes('2.1.0'))
  }
  afterEach(() => team.close())
  const percent = async () => (await team.stateOf()).live.canary?.percent

  it('advances one step at a time once it has enough views, until it is live for everyone', async () => {
    await start({ CANARY_STEP_SECONDS: 0 })
    await visitors.open('2.1.0', 39)
    await visitors.look()
    expect(await percent()).toBe(10)

    await visitors.open('2.1.0', 40, { at: team.other })
    await until(async () => {
      await Promise.all([visitors.versions().judge(), visitors.versions(team.other).judge()])
      return (await team.stateOf()).live.version === '2.1.0'
    })

    const { live, history } = await team.stateOf()
    expect(live.canary).toBeUndefined()
    expect(history.slice(0, 3).map(({ action, by }) => [action, by])).toEqual([
      ['promote', 'the gateway'],
      ['canary step', 'the gateway'],
      ['canary', expect.any(String)],
    ])
  })

  it('stays at each step for a minimum time and is rolled back from there when it fails', async () => {
    await start({ CANARY_STEP_SECONDS: 3_600 })
    await visitors.open('2.1.0', 60)
    await visitors.look()
    expect(await percent()).toBe(10)

    await visitors.fail('2.1.0', 30)
    await visitors.look()
    expect((await visitors.latest())?.action).toBe('automatic rollback')
  })
})
