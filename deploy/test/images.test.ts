import { generateKeyPairSync, createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { FRONTENDS, inRepository, read, readYaml, SERVICES, WORKERS } from './repository'
import { freePorts, layOut, type Running, startImage } from './running-image'

const PATIENCE_MS = 60_000
jest.setTimeout(2 * PATIENCE_MS)

const PROCESSES = [
  ...SERVICES.filter((name) => name !== 'gateway').map((slice) => ({ name: slice, slice, entry: undefined })),
  ...WORKERS.map((slice) => ({ name: `${slice}-worker`, slice, entry: `${slice}/dist/worker.js` })),
  { name: 'gateway', slice: 'gateway', entry: undefined },
]

/** Every image but for the container: laid out in a folder, started as it is started, on the stores of the run. */
describe('the images together', () => {
  let folder: string
  let gatewayUrl: string
  const running = new Map<string, Running & { metricsUrl: string }>()
  const tokens = Object.fromEntries(FRONTENDS.map((app) => [app, `the token of ${app}`]))

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'offquad-images-'))
    const ports = await freePorts(SERVICES.length)
    const portOf = (slice: string) => String(ports[SERVICES.indexOf(slice)])
    const urlOf = (slice: string) => `http://127.0.0.1:${portOf(slice)}`
    gatewayUrl = urlOf('gateway')
    const shared = await settings(folder, urlOf)
    const metricsPorts = await freePorts(PROCESSES.length)
    for (const [index, { name, slice, entry }] of PROCESSES.entries()) {
      const metricsPort = String(metricsPorts[index])
      const at = existsSync(path.join(folder, slice)) ? path.join(folder, slice) : await layOut(slice, folder)
      const env = {
        ...shared,
        ...{
          PORT: portOf(slice),
          METRICS_PORT: metricsPort,
          MONGODB_DATABASE: `${path.basename(folder)}-${slice}`,
        },
      }
      const started = startImage(slice, at, { env, command: entry ? ['node', entry] : undefined })
      running.set(name, { ...started, metricsUrl: `http://127.0.0.1:${metricsPort}` })
    }
    for (const name of running.keys()) await healthy(name)
  })
  afterAll(async () => {
    for (const { child } of running.values()) child.kill('SIGKILL')
    await Promise.all([...running.values()].map(({ ended }) => ended))
    await rm(folder, { recursive: true })
  })

  /** As the image's health check sees it. */
  async function healthy(name: string): Promise<void> {
    const process = running.get(name)
    const giveUpAt = Date.now() + PATIENCE_MS
    for (;;) {
      const answer = await fetch(`${process?.metricsUrl}/healthz`).catch(() => undefined)
      if (answer?.ok) return
      if (process?.child.exitCode !== null || Date.now() > giveUpAt)
        throw new Error(`${name}: ${process?.output()}`)
      await delay(50)
    }
  }

  /** All were started at once: a gateway learns the calls of a service within seconds of its start. */
  async function untilCallsAreKnown(): Promise<void> {
    const giveUpAt = Date.now() + PATIENCE_MS
    for (;;) {
      const { needs } = (await (await fetch(`${gatewayUrl}/readyz`)).json()) as {
        needs: Record<string, string>
      }
      const services = Object.entries(needs).filter(([name]) => name.startsWith('svc-'))
      if (services.every(([, state]) => state === 'ok')) return
      if (Date.now() > giveUpAt) throw new Error(JSON.stringify(needs))
      await delay(50)
    }
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
      ...{ MONGODB_URI, REDIS_URL, QUEUE_PREFIX: path.basename(at), HOST: '127.0.0.1' },
      USERS_URL: urlOf('svc-users'),
      ...Object.fromEntries(
        SERVICES.filter((slice) => slice !== 'gateway').map((slice) => [
          `${slice.replace('-', '_').toUpperCase()}_URL`,
          urlOf(slice),
        ]),
      ),
      ...{ GOOGLE_CLIENT_ID: 'an-oauth-client', ACCESS_TOKEN_PRIVATE_KEY_FILE: path.join(at, 'key.pem') },
      ...{ MF_DIR: path.join(at, 'frontends'), DEPLOY_TOKENS: hashes.join(',') },
    }
  }

  it('serve nothing yet, and say so', async () => {
    const page = await fetch(gatewayUrl, { headers: { accept: 'text/html' } })
    expect([page.status, await page.text()]).toEqual([503, expect.stringContaining('being set up')])
    await untilCallsAreKnown()
    expect((await fetch(`${gatewayUrl}/api/location/west`)).status).toBe(200)
  })

  it('ship every frontend at once, in any order, and once more without harm', async () => {
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

  it('measure everything dashboards and alerts look at', async () => {
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
    // Whether a target answers is Prometheus' own.
    const missing = expressions.flatMap(metricsIn).filter((name) => name !== 'up' && !measured.has(name))
    expect(missing).toEqual([])
  })

  it('have a page of the runbook for every alert', () => {
    const alerts = readAlerts()
    const headings = new Set(read('docs/runbook.md').match(/(?<=^## )\w+$/gm))
    expect(
      alerts.groups
        .flatMap(({ rules }) => rules.map(({ alert }) => alert))
        .filter((one) => !headings.has(one)),
    ).toEqual([])
    for (const { annotations } of alerts.groups.flatMap(({ rules }) => rules))
      expect(existsSync(inRepository(annotations.runbook.split('#')[0] ?? ''))).toBe(true)
  })

  it('log lines that name the app, and end in order when they are told to', async () => {
    for (const name of [...running.keys()].toReversed()) {
      const { child, ended, output } = running.get(name) as Running
      child.kill('SIGTERM')
      expect([name, await ended]).toEqual([name, 0])
      const lines = output()
        .trim()
        .split('\n')
        .filter((line) => line.startsWith('{'))
      expect(new Set(lines.map((line) => (JSON.parse(line) as { app: string }).app))).toEqual(new Set([name]))
    }
  })
})

interface Alerts {
  groups: { rules: { alert: string; expr: string; annotations: { runbook: string } }[] }[]
}
const readAlerts = () => readYaml('deploy/prometheus/alerts.yml')[0] as unknown as Alerts

interface Dashboard {
  panels: { targets?: { expr: string }[] }[]
}

/** The names under which a metric can be asked for. */
const samplesOf = ([, name = '', type]: RegExpMatchArray): string[] =>
  type === 'histogram' ? [`${name}_count`, `${name}_sum`, `${name}_bucket`] : [name]

const WORDS = new Set(['by', 'on', 'group_left', 'sum', 'max', 'min', 'rate', 'histogram_quantile', 'le'])

/** The metrics of an expression: names that are neither functions, nor labels, nor texts. */
const metricsIn = (expression: string): string[] => {
  const bare = expression
    .replace(/\{[^}]*\}/g, '')
    .replace(/\[[^\]]*\]/g, '')
    .replace(/\b(by|on|group_left) \([^)]*\)/g, '')
  return [...bare.matchAll(/\b[a-z][a-z0-9_]+\b/g)].map(([name]) => name).filter((name) => !WORDS.has(name))
}
