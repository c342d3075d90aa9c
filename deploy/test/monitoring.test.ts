import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePorts, startMailServer, until } from '@offquad/service-kit/testing'
import { parse } from 'yaml'
import { inRepository, readYaml, SERVICES, WORKERS } from './repository'

interface Rules {
  groups: { rules: { alert: string; labels: { severity: string } }[] }[]
}
interface RuleTests {
  tests: { alert_rule_test: { alertname: string; exp_alerts: object[] }[] }[]
}
interface Scraping {
  scrape_configs: { dns_sd_configs?: { names: string[] }[]; static_configs?: { targets: string[] }[] }[]
}

const [rules] = readYaml('deploy/prometheus/alerts.yml') as unknown as [Rules]
const alerts = rules.groups.flatMap(({ rules }) => rules)
const [ruleTests] = readYaml('deploy/prometheus/alerts.test.yml') as unknown as [RuleTests]
const config = execFileSync('bash', [inRepository('deploy/prometheus/make-config.sh')], { encoding: 'utf8' })

const commandOf = (...names: string[]) =>
  names.find((name) => spawnSync(name, ['--version'], { stdio: 'ignore' }).status === 0)
const PROMETHEUS = commandOf('prometheus')
const ALERTMANAGER = commandOf('alertmanager', 'prometheus-alertmanager')
/** Both are packages of Debian, `prometheus` (with promtool) and `prometheus-alertmanager`. */
const whereInstalled = PROMETHEUS && ALERTMANAGER ? describe : describe.skip

describe('the rules for alerts', () => {
  it.each(alerts)('$alert pages someone or opens a ticket', ({ labels }) => {
    expect(labels.severity).toMatch(/^(page|ticket)$/)
  })

  it.each(alerts)('$alert has a test in which it fires and one in which it has recovered', ({ alert }) => {
    const outcomes = ruleTests.tests
      .flatMap(({ alert_rule_test }) => alert_rule_test)
      .filter(({ alertname }) => alertname === alert)
      .map(({ exp_alerts }) => exp_alerts.length > 0)
    expect(new Set(outcomes)).toEqual(new Set([true, false]))
  })
})

describe('deploy/prometheus/make-config.sh', () => {
  it('has every process scraped, and noticed when one disappears', () => {
    const scraping = parse(config) as Scraping
    const processes = [...SERVICES, ...WORKERS.map((service) => `${service}-worker`)].toSorted()
    const discovered = scraping.scrape_configs.flatMap(({ dns_sd_configs = [] }) =>
      dns_sd_configs.flatMap(({ names }) => names),
    )
    const fixed = scraping.scrape_configs.flatMap(({ static_configs = [] }) =>
      static_configs.flatMap(({ targets }) => targets),
    )
    expect(discovered.toSorted()).toEqual(processes)
    expect(fixed.toSorted()).toEqual([...processes, 'backup'].map((name) => `${name}:9464`).toSorted())
  })
})

whereInstalled('Prometheus and Alertmanager', () => {
  it('fire and resolve every alert', () => {
    const { status, stdout, stderr } = spawnSync(
      'promtool',
      ['test', 'rules', inRepository('deploy/prometheus/alerts.test.yml')],
      { encoding: 'utf8' },
    )
    expect([status, stdout + stderr]).toEqual([0, expect.stringContaining('SUCCESS')])
  })

  it('send a mail when a process is down, and when it is up again', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'offquad-monitoring-'))
    const mail = await startMailServer()
    const [metricsPort = 0, prometheusPort = 0, alertmanagerPort = 0] = await freePorts(3)
    await cp(inRepository('deploy/prometheus'), folder, { recursive: true })
    // The real files with other addresses and shorter intervals.
    await writeFile(path.join(folder, 'prometheus.yml'), config)
    await edit(path.join(folder, 'prometheus.yml'), [
      ['alertmanager:9093', `127.0.0.1:${alertmanagerPort}`],
      [/targets: \[gateway:9464.*/, `targets: ['127.0.0.1:${metricsPort}']`],
      [/interval: 15s/g, 'interval: 200ms'],
    ])
    await edit(path.join(folder, 'alerts.yml'), [[/for: \w+/g, 'for: 1s']])
    await edit(path.join(folder, 'alertmanager.yml'), [
      ['mail:1025', mail.url.replace('smtp://', '')],
      [/(group_wait|group_interval): \w+/g, '$1: 1s'],
    ])
    let service = await serveMetrics(metricsPort)
    const programs = [
      startProgram(PROMETHEUS, [
        `--config.file=${path.join(folder, 'prometheus.yml')}`,
        `--storage.tsdb.path=${path.join(folder, 'metrics')}`,
        `--web.listen-address=127.0.0.1:${prometheusPort}`,
      ]),
      startProgram(ALERTMANAGER, [
        `--config.file=${path.join(folder, 'alertmanager.yml')}`,
        `--storage.path=${path.join(folder, 'alerts')}`,
        `--web.listen-address=127.0.0.1:${alertmanagerPort}`,
        '--cluster.listen-address=',
      ]),
    ]
    try {
      const upSamples = async () => {
        const url = `http://127.0.0.1:${prometheusPort}/api/v1/query?query=up`
        const answer = await fetch(url).catch(() => undefined)
        if (!answer?.ok) return []
        const { data } = (await answer.json()) as { data: { result: { value: [number, string] }[] } }
        return data.result.map(({ value }) => value[1])
      }
      await until(async () => (await upSamples()).includes('1'))
      // An alert that Alertmanager is not there to receive is sent again only a minute later.
      await until(() =>
        fetch(`http://127.0.0.1:${alertmanagerPort}/-/ready`).then(
          ({ ok }) => ok,
          () => false,
        ),
      )
      expect(mail.mails).toEqual([])

      await new Promise((resolve) => service.close(resolve))
      await until(() => mail.mails.length > 0)
      expect(mail.mails[0]).toMatch(/^Subject: \[FIRING:1\] TargetDown/m)
      expect(mail.mails[0]).toContain('docs/runbook.md#targetdown')

      service = await serveMetrics(metricsPort)
      await until(() => mail.mails.some((text) => /^Subject: \[RESOLVED\] TargetDown/m.test(text)))
    } finally {
      for (const program of programs) program.kill('SIGKILL')
      await Promise.all(programs.map(async (program) => program.exitCode ?? once(program, 'close')))
      await new Promise((resolve) => service.close(resolve))
      await mail.close()
      await rm(folder, { recursive: true })
    }
  })
})

async function edit(file: string, changes: [string | RegExp, string][]): Promise<void> {
  let text = await readFile(file, 'utf8')
  for (const [pattern, replacement] of changes) {
    const changed = text.replace(pattern, replacement)
    if (changed === text) throw new Error(`${file} does not contain ${String(pattern)}`)
    text = changed
  }
  await writeFile(file, text)
}

const startProgram = (command: string | undefined, args: string[]) =>
  spawn(command ?? '', args, { stdio: 'ignore' })

async function serveMetrics(port: number): Promise<Server> {
  const server = createServer((_request, response) => {
    response.setHeader('connection', 'close')
    response.setHeader('content-type', 'text/plain; version=0.0.4')
    response.end('# TYPE lives gauge\nlives 1\n')
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return server
}
