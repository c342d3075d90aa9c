import { generateKeyPairSync, createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePorts, until } from '@offquad/service-kit/testing'
import { FRONTENDS, inRepository, read, readYaml, SERVICES, WORKERS } from './repository'
import { layOut, type Running, startImage } from './running-image'

jest.setTimeout(120_000)

const PROCESSES = [
  ...SERVICES.filter((name) => name !== 'gateway').map((slice) => ({ name: slice, slice, entry: undefined })),
  ...WORKERS.map((slice) => ({ name: `${slice}-worker`, slice, entry: 'dist/worker.js' })),
  { name: 'gateway', slice: 'gateway', entry: undefined },
]

/** All images without containers: laid out in folders, started with their commands, on the stores of the test run. */
describe('the images together', () => {
  let folder: string
  let gatewayUrl: string
  const running = new Map<string, Running & { metricsUrl: string }>()
  const tokens = Object.fromEntries(FRONTENDS.map((app) => [app, `the token of ${app}`]))

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'offquad-images-'))
    const ports = await freePorts(SERVICES.length + PROCESSES.length)
    const metricsPorts = ports.slice(SERVICES.length)
    const portOf = (slice: string) => String(ports[SERVICES.indexOf(slice)])
    const urlOf = (slice: string) => `http://127.0.0.1:${portOf(slice)}`
    gatewayUrl = urlOf('gateway')
    const shared = await settings(folder, urlOf)
    const layouts = new Map<string, string>()
    for (const [index, { name, slice, entry }] of PROCESSES.entries()) {
      const metricsPort = String(metricsPorts[index])
      const at = layouts.get(slice) ?? (await layOut(slice, folder))
      layouts.set(slice, at)
      const env = {
        ...shared,
        PORT: portOf(slice),
        METRICS_PORT: metricsPort,
        MONGODB_DATABASE: `${path.basename(folder)}-${slice}`,
      }
      const started = startImage(slice, at, { env, command: entry ? ['node', entry] : undefined })
      running.set(name, { ...started, metricsUrl: `http://127.0.0.1:${metricsPort}` })
    }
    for (const name of running.keys()) await untilHealthy(name)
  })
  afterAll(async () => {
    for (const { child } of running.values()) child.kill('SIGKILL')
    await Promise.all([...running.values()].map(({ ended }) => ended))
    await rm(folder, { recursive: true })
  })

  /** Waits until the image's health check succeeds. */
  async function untilHealthy(name: string): Promise<void> {
    const process = running.get(name)
    await until(async () => {
      if (process?.child.exitCode !== null) throw new Error(`${name}: ${process?.output()}`)
      const response = await fetch(`${process.metricsUrl}/readyz`).catch(() => undefined)
      return response?.ok
    })
  }

  /** Waits until the gateway has polled the calls of all services, which started together with it. */
  async function untilCallsAreKnown(): Promise<void> {
    await until(async () => {
      const { needs } = (await (await fetch(`${gatewayUrl}/readyz`)).json()) as {
        needs: Record<string, string>
      }
      const services = Object.entries(needs).filter(([name]) => name.startsWith('svc-'))
      return services.every(([, state]) => state === 'ok')
    })
  }

  async function settings(at: string, urlOf: (slice: string) => string): Promise<Record<string, string>> {
    const { MONGODB_URI = '', REDIS_URL = '' } = process.env
    const { privateKey } = generateKeyPairSync('ed25519')
    await mkdir(path.join(at, 'frontends'))
    await writeFile(path.join(at, 'key.pem'), privateKey.export({ type: 'pkcs8', format: 'pem' }))
    const hashes = Object.entries(tokens).map(
      ([app, token]) => `${app}=${createHash('sha256').update(token).digest('hex')}`,
    )
    return {
      MONGODB_URI,
      REDIS_URL,
      QUEUE_PREFIX: path.basename(at),
      HOST: '127.0.0.1',
      USERS_URL: urlOf('svc-users'),
      ...Object.fromEntries(
        SERVICES.filter((slice) => slice !== 'gateway').map((slice) => [
          `${slice.replace('-', '_').toUpperCase()}_URL`,
          urlOf(slice),
        ]),
      ),
      GOOGLE_CLIENT_ID: 'an-oauth-client',
      ACCESS_TOKEN_PRIVATE_KEY_FILE: path.join(at, 'key.pem'),
      MF_DIR: path.join(at, 'frontends'),
      DEPLOY_TOKENS: hashes.join(','),
    }
  }

  it('respond that the site is being set up, before any frontend is deployed', async () => {
    const page = await fetch(gatewayUrl, { headers: { accept: 'text/html' } })
    expect([page.status, await page.text()]).toEqual([503, expect.stringContaining('being set up')])
    await untilCallsAreKnown()
    expect((await fetch(`${gatewayUrl}/api/location/west`)).status).toBe(200)
  })

  it('deploy all frontends concurrently, in any order and repeatedly', async () => {
    const ship = async (slice: string, at: string) => {
      const env = { DEPLOY_TO: gatewayUrl, DEPLOY_TOKEN: tokens[slice] ?? '' }
      const shipping = startImage(slice, at, { env })
      return [slice, await shipping.ended, shipping.output()]
    }
    const folders = await Promise.all(FRONTENDS.map((slice) => layOut(slice, folder)))
    const shipAll = () => Promise.all(FRONTENDS.map((slice, index) => ship(slice, folders[index] ?? '')))

    const live = FRONTENDS.map((slice) => [slice, 0, expect.stringContaining('is live')])
    expect(await shipAll()).toEqual(live)
    expect(await shipAll()).toEqual(live)
    const page = await fetch(gatewayUrl, { headers: { accept: 'text/html' } })
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('/mf/mfe-browse/')])
  })

  describe('of frontends, started again,', () => {
    const APP = 'mfe-reviews'

    /** The image of another version of a frontend with the same content. */
    async function imageOf(version: string, slice = APP): Promise<string> {
      const root = path.join(folder, `version-${version}`)
      const at = await layOut(slice, root)
      const file = path.join(at, 'package.json')
      const manifest = JSON.parse(await readFile(file, 'utf8')) as object
      await writeFile(file, JSON.stringify({ ...manifest, version }))
      return at
    }

    /** Runs a command in an image; `deploy` is the image's own. */
    async function run(at: string, command: string, ...args: string[]) {
      const slice = path.basename(at)
      const cli =
        command === 'deploy'
          ? ['../tools/cli/deploy-build.mjs']
          : ['--input-type=module', '-e', RUN_COMMAND, command]
      const env = { DEPLOY_TO: gatewayUrl, DEPLOY_TOKEN: tokens[slice] ?? '' }
      const started = startImage(slice, at, { env, command: ['node', ...cli, ...args] })
      return [await started.ended, started.output()] as const
    }

    const versionOf = async (app: string) => {
      const { apps } = (await (await fetch(`${gatewayUrl}/mf/registry.json`)).json()) as Registry
      const live = apps.find((served) => served.app === app)
      return { live: live?.version, canary: live?.canary?.version }
    }

    it('do not replace a running canary without --replace-canary', async () => {
      const [first, second, third] = [await imageOf('0.1.0'), await imageOf('0.2.0'), await imageOf('0.3.0')]
      expect(await run(second, 'deploy', '--canary', '10')).toEqual([0, expect.stringContaining('0.2.0')])
      const { live, canary } = await versionOf(APP)

      expect(await run(first, 'deploy')).toEqual([0, `${APP} ${live} is live already.\n`])
      expect(await run(second, 'deploy')).toEqual([
        0,
        `${APP} ${canary} is the canary already, for 10 % of visitors.\n`,
      ])
      const [code, output] = await run(third, 'deploy')
      expect(code).toBe(0)
      expect(output).toMatch(
        /^mfe-reviews 0\.3\.0-\w+ was NOT deployed, because 0\.2\.0-\w+ is running as a canary\. .*--replace-canary\.$/m,
      )
      expect(await versionOf(APP)).toEqual({ live, canary })

      const replaced = await run(third, 'deploy', '--replace-canary')
      expect(replaced).toEqual([0, expect.stringMatching(/mfe-reviews 0\.3\.0-\w+ is live\./)])
      expect(await versionOf(APP)).toEqual({ live: expect.stringMatching(/^0\.3\.0-/), canary: undefined })
    })

    it('do not replace a newer live version without --again', async () => {
      const first = await imageOf('0.1.0')
      const { live } = await versionOf(APP)

      const [code, output] = await run(first, 'deploy')
      expect(code).toBe(0)
      expect(output).toMatch(
        new RegExp(`^${APP} 0\\.1\\.0-\\w+ was NOT deployed again, because ${live} has replaced it\\.`, 'm'),
      )
      expect(await versionOf(APP)).toMatchObject({ live })

      expect((await run(first, 'deploy', '--again'))[0]).toBe(0)
      expect(await versionOf(APP)).toMatchObject({ live: expect.stringMatching(/^0\.1\.0-/) })
    })

    it('do not deploy a retired slice without --again', async () => {
      const admin = await imageOf('0.1.0', 'mfe-admin')
      expect(await run(admin, 'retire')).toEqual([2, expect.stringContaining('Confirm with --yes')])
      expect(await run(admin, 'retire', '--yes')).toEqual([
        0,
        expect.stringContaining('mfe-admin is retired'),
      ])

      const [code, output] = await run(admin, 'deploy')
      expect(code).toBe(0)
      expect(output).toMatch(
        /^mfe-admin 0\.1\.0-\w+ was NOT deployed, because mfe-admin was retired\. .*--again\.$/m,
      )
      expect(await versionOf('mfe-admin')).toEqual({})

      expect(await run(admin, 'deploy', '--again')).toEqual([0, expect.stringContaining('is live.')])
    })

    it('reject commands that would break other slices or name another version', async () => {
      const [second, shell] = [await imageOf('0.2.0'), await imageOf('0.1.0', 'shell')]
      await run(second, 'deploy', '--canary', '10', '--again')
      const { canary = '' } = await versionOf(APP)

      expect(await run(second, 'promote', '--version', '9.9.9')).toEqual([
        1,
        `The running canary is ${canary}, not 9.9.9.\n`,
      ])
      expect(await run(second, 'promote', '--version', canary)).toEqual([
        0,
        expect.stringContaining(`${APP} ${canary} is live.`),
      ])
      expect(await run(second, 'retire', '--yes')).toEqual([
        1,
        expect.stringMatching(/it does not provide reviews\/[\w-]+@1, which mfe-browse \S+ uses/),
      ])
      expect(await run(shell, 'retire', '--yes')).toEqual([
        1,
        'The shell cannot be retired: every page needs it.\n',
      ])
      expect(await versionOf(APP)).toEqual({ live: canary })
    })
  })

  it('expose every metric in dashboards and alerts', async () => {
    const texts = [...running.values()].map(async ({ metricsUrl }) =>
      (await fetch(`${metricsUrl}/metrics`)).text(),
    )
    const measured = new Set(
      (await Promise.all(texts)).flatMap((text) =>
        [...text.matchAll(/^# TYPE (\w+) (\w+)/gm)].flatMap(samplesOf),
      ),
    )
    const alerts = readAlerts()
    const dashboard = JSON.parse(read('deploy/grafana/offquad.json')) as Dashboard
    const expressions = [
      ...alerts.groups.flatMap(({ rules }) => rules.map(({ expr }) => expr)),
      ...dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)),
    ]
    expect(expressions.length).toBeGreaterThan(30)
    // `up` comes from Prometheus, and backups run in a separate container.
    const ofBackups = read('tools/operations/src/scheduled-backups.ts')
    const missing = expressions
      .flatMap(metricsIn)
      .filter((name) => name !== 'up' && !measured.has(name) && !ofBackups.includes(`# TYPE ${name} `))
    expect(missing).toEqual([])
  })

  it('have a section in the runbook for every alert', () => {
    const alerts = readAlerts()
    const headings = new Set(read('docs/runbook.md').match(/(?<=^## )\w+$/gm))
    expect(
      alerts.groups
        .flatMap(({ rules }) => rules.map(({ alert }) => alert))
        .filter((heading) => !headings.has(heading)),
    ).toEqual([])
    for (const { annotations } of alerts.groups.flatMap(({ rules }) => rules))
      expect(existsSync(inRepository(annotations.runbook.split('#')[0] ?? ''))).toBe(true)
  })

  it('log lines with the name of the app, and log an orderly shutdown', async () => {
    for (const name of [...running.keys()].toReversed()) {
      const { child, ended, output } = running.get(name) as Running
      child.kill('SIGTERM')
      expect([name, await ended]).toEqual([name, 0])
      const lines = output()
        .trim()
        .split('\n')
        .filter((line) => line.startsWith('{'))
      const logged = lines.map((line) => JSON.parse(line) as { app: string; msg: string })
      expect(new Set(logged.map(({ app }) => app))).toEqual(new Set([name]))
      expect(logged.map(({ msg }) => msg)).toEqual(
        expect.arrayContaining([`${name} is stopping`, `${name} has stopped`]),
      )
    }
  })
})

const RUN_COMMAND = "import('../tools/cli/dist/main.js').then(({ main }) => main(process.argv.slice(1)))"

interface Alerts {
  groups: { rules: { alert: string; expr: string; annotations: { runbook: string } }[] }[]
}
const readAlerts = () => readYaml('deploy/prometheus/alerts.yml')[0] as unknown as Alerts

interface Registry {
  apps: { app: string; version: string; canary?: { version: string } }[]
}
interface Dashboard {
  panels: { targets?: { expr: string }[] }[]
}

/** The names under which a metric can be queried. */
const samplesOf = ([, name = '', type]: RegExpMatchArray): string[] =>
  type === 'histogram' ? [`${name}_count`, `${name}_sum`, `${name}_bucket`] : [name]

const WORDS = new Set([
  'absent',
  'by',
  'group_left',
  'histogram_quantile',
  'le',
  'max',
  'min',
  'on',
  'or',
  'rate',
  'sum',
  'time',
])

/** The metrics in an expression: names that are no functions, labels or strings. */
const metricsIn = (expression: string): string[] => {
  const bare = expression
    .replace(/\{[^}]*\}/g, '')
    .replace(/\[[^\]]*\]/g, '')
    .replace(/\b(by|on|group_left) \([^)]*\)/g, '')
  return [...bare.matchAll(/\b[a-z][a-z0-9_]+\b/g)].map(([name]) => name).filter((name) => !WORDS.has(name))
}
