import { type DeployState } from '@offquad/contracts'
import { insideOf, makeLive } from '@offquad/releases/testing'
import { testSettings, until } from '@offquad/service-kit/testing'
import { createRandom, type Random } from '@offquad/service-kit/testing/random'
import { type GatewayUnderTest, startGateway } from './gateway-under-test'
import { publishSite, type PublishedSite } from './published-site'
import { announcedFiles, firstRelease, publishedRelease, type Release } from './random-releases'
import { contentIn } from './read-page'
import { deployCalls, hashedTokens } from './team'

/** Change the seed to run other sequences. */
const SEED = 20_260_412
/** `npm test` runs one sequence, `npm run test:sequences -w gateway` ten. */
const SEQUENCES = Math.ceil(Number(process.env.SEQUENCES ?? 20) / 20)

const REMOTES = ['mfe-alpha', 'mfe-beta', 'mfe-gamma'] as const
type Remote = (typeof REMOTES)[number]

const SHELL = `
exports.shared = {}
exports.reads = ({ template, remotes }) => remotes[template.slice(1)].reads?.() ?? []
exports.render = async ({ template, url, data, remotes }) => {
  const name = template.slice(1)
  return { html: await remotes[name].render({ url, data }), styles: '', remotes: [name], failures: [] }
}`

const contentOf = (app: Remote, version: string) => `<h1>${app} ${version} ["pushed"]</h1>`
const renders = (app: Remote, version: string) => `
exports.remote = { async render() {
  const list = []
  list.push('pushed')
  return '<h1>${app} ${version} ' + JSON.stringify(JSON.parse(JSON.stringify(list))) + '</h1>'
} }`
const poisonous = (code: string) =>
  `exports.remote = { async render() { ${code}; return '<h1>poisoned</h1>' } }`

const POISONS: Record<string, string> = {
  'throws when it is loaded': `throw new Error('poisoned')`,
  'loops when it is loaded': 'for (;;) {}',
  throws: poisonous(`throw new Error('poisoned')`),
  loops: poisonous('for (;;) {}'),
  'loops when asked for its reads': 'exports.remote = { reads() { for (;;) {} } }',
  'never ends': poisonous('await new Promise(() => {})'),
  allocates: poisonous('const all = []; for (;;) all.push(new Array(1e6).fill(Math.random()))'),
  'patches push': poisonous(
    `try { Array.prototype.push = function () { this[0] = 'poisoned' } } catch {}; [].push('x')`,
  ),
  'patches push when it is loaded': `try { Array.prototype.push = () => { throw new Error('poisoned') } } catch {}
    ${poisonous('')}`,
  'patches JSON': poisonous(`try { JSON.parse = JSON.stringify = () => 'poisoned' } catch {}`),
}

const TOKENS = Object.fromEntries(REMOTES.map((app) => [app, `the token of ${app}`]))

function releaseOf(app: Remote, version: string, serverPart: string): Release {
  const first = firstRelease(app)
  const routes = first.remote?.routes.map((route) => ({ ...route, isPublic: true })) ?? []
  return {
    ...first,
    version,
    files: { ...first.files, 'server.cjs': serverPart },
    ...(first.remote && { remote: { ...first.remote, routes } }),
  }
}

describe('server parts that mean harm, previewed, tried and deployed one after the other', () => {
  let site: PublishedSite
  let gateway: GatewayUnderTest
  let live: Record<Remote, string>
  let versions = 0

  beforeEach(async () => {
    site = await publishSite()
    live = { 'mfe-alpha': '1.0.0', 'mfe-beta': '1.0.0', 'mfe-gamma': '1.0.0' }
    const shell = firstRelease('shell')
    const releases = [
      { ...shell, files: { ...shell.files, 'server.cjs': SHELL } },
      ...REMOTES.map((app) => releaseOf(app, '1.0.0', renders(app, '1.0.0'))),
    ]
    for (const { app, version, files } of releases)
      for (const [name, content] of Object.entries(files))
        await site.write(`mf/${app}/${version}/${name}`, content)
    const settings = testSettings()
    await makeLive(settings, { apps: releases.map(publishedRelease) })
    gateway = await startGateway(
      {},
      {
        site,
        settings: {
          ...settings,
          DEPLOY_TOKENS: hashedTokens(TOKENS),
          RATE_LIMIT_FACTOR: 0,
          SERVER_RENDERING: 'on',
          services: {},
        },
      },
    )
    await until(() => insideOf(gateway.context.releases).deploys() !== undefined)
  })
  afterEach(async () => {
    await gateway.close()
    await site.remove()
  })

  async function open(address: string, cohort = 0) {
    const headers = { accept: 'text/html', cookie: `offquad-cohort=${cohort}` }
    const { status, text } = await gateway.send(address, { headers })
    expect([address, status]).toEqual([address, 200])
    return contentIn(text)
  }

  /** The page once there is content: its first visitors get it without. */
  async function openRendered(address: string, cohort: number) {
    let content: string | undefined
    await until(async () => Boolean((content = await open(address, cohort))))
    return content
  }

  const addressOf = (app: Remote) => `/${app.replace('mfe-', '')}`

  async function checkPagesOf(apps: readonly Remote[]) {
    for (const app of apps)
      for (const cohort of [0, 5_000])
        expect(await openRendered(addressOf(app), cohort)).toBe(contentOf(app, live[app]))
  }

  async function deploy(app: Remote, serverPart: (version: string) => string, how: object) {
    versions += 1
    const version = `1.${versions}.0`
    const release = releaseOf(app, version, serverPart(version))
    const { upload, act } = deployCalls(gateway, TOKENS)
    expect(await upload(version, release.files, app)).toBeUndefined()
    const { remote, uses } = release
    const reply = await act(version, { app, body: { files: announcedFiles(release), remote, uses, ...how } })
    expect([reply.status, reply.text]).toEqual([201, expect.anything()])
    return { version, state: reply.json() as unknown as DeployState }
  }

  async function step(poison: string, random: Random, log: string[]) {
    const app = random.pick(REMOTES)
    const others = REMOTES.filter((name) => name !== app)
    if (random.chance(0.2)) {
      const { version } = await deploy(app, (version) => renders(app, version), {})
      live[app] = version
      log.push(`${app} ${version} is deployed`)
      await checkPagesOf(REMOTES)
    }
    const how = random.pick([{ preview: true }, { canary: 50 }, {}])
    const { version, state } = await deploy(app, () => POISONS[poison] ?? '', how)
    log.push(`${app} ${version} ${poison}, as ${JSON.stringify(how)}`)
    if (state.previewPath) {
      const query = state.previewPath.slice(1)
      await open(addressOf(app) + query)
      for (const other of others)
        expect(await openRendered(addressOf(other) + query, 0)).toBe(contentOf(other, live[other]))
      return checkPagesOf(REMOTES)
    }
    for (const cohort of [0, 5_000]) await open(addressOf(app), cohort)
    await checkPagesOf(others)
    await deployCalls(gateway, TOKENS).act('rollback', { app })
    log.push('it is rolled back')
    return checkPagesOf(REMOTES)
  }

  it.each(Array.from({ length: SEQUENCES }, (_, index) => SEED + index))(
    'change no page of others, and leave nothing behind after their rollback (seed %i)',
    async (seed) => {
      const random = createRandom(seed)
      const log: string[] = []
      const inOrder = Object.keys(POISONS).map((poison) => ({ poison, place: random.next() }))
      for (const { poison } of inOrder.toSorted((a, b) => a.place - b.place))
        await step(poison, random, log).catch((error: unknown) => {
          throw new Error(`${log.join('\n')}\n${(error as Error).message}`, { cause: error })
        })
    },
    240_000,
  )
})
