import { execFile } from 'node:child_process'
import { access, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { type DeployState } from '@offquad/contracts'
import { type Browser } from 'playwright-core'
import { DESKTOP, followHeaderLink, launchBrowser, openPage } from '../src/browser'
import { copyRepository } from '../src/copy-of-repository'
import {
  type Command,
  readRun,
  REPOSITORY,
  runCommand,
  startPlatform,
  stopPlatform,
  waitFor,
} from '../src/platform'

jest.setTimeout(300_000)

const run = promisify(execFile)

const FIRST = 'There is nothing here yet.'
const SECOND = 'Hello to everyone.'
const PAGE = 'mfe-hello/src/pages/hello-page.tsx'
const NEVER_CACHED = { headers: { authorization: 'Bearer none' } }
/** All visitors run on this machine, so each sends its network in a header. */
const BEHIND_A_PROXY = { TRUSTED_PROXIES: '127.0.0.1' }

let folder: string
let removeCopy: () => Promise<void>
let dataDir: string
let platform: { command: Command; url: string }
let browser: Browser

/** Runs a command in the copy like its npm script; rejects with its output when it fails. */
async function command(args: string[], slice = '.'): Promise<string> {
  const { code, stdout, stderr } = await runCommand(args, { DATA_DIR: dataDir }, slice, folder).result
  if (code !== 0) throw new Error(`${args.join(' ')} ended with code ${code}:\n${stdout}${stderr}`)
  return stdout
}

const ofHello = (...args: string[]) => command(args, 'mfe-hello')

async function readState(): Promise<DeployState> {
  const tokens = JSON.parse(await readFile(path.join(dataDir, 'keys/deploy-tokens.json'), 'utf8')) as Record<
    string,
    string
  >
  const headers = { authorization: `Bearer ${tokens['mfe-hello']}` }
  return (await (await fetch(`${platform.url}/api/deploys/mfe-hello`, { headers })).json()) as DeployState
}

const requestPage = (cohort = 0) =>
  fetch(`${platform.url}/hello`, { headers: { accept: 'text/html', cookie: `offquad-cohort=${cohort}` } })

/** The text of the page. */
async function read(address = '/hello', wanted: string): Promise<void> {
  const { page } = await openPage(browser, DESKTOP, platform.url)
  await page.goto(address)
  await page.getByText(wanted).waitFor()
  await page.context().close()
}

/** A stack trace line for an error at the page's text. */
async function traceTo(text: string): Promise<string> {
  const html = await (await requestPage()).text()
  const scripts = [...html.matchAll(/&quot;(\/mf\/mfe-hello\/[^&]+\.js)&quot;/g)].map(
    ([, url]) => platform.url + url,
  )
  for (const script of scripts) {
    const lines = (await (await fetch(script)).text()).split('\n')
    const line = lines.findIndex((one) => one.includes(text))
    if (line >= 0) return `    at render (${script}:${line + 1}:${(lines[line]?.indexOf(text) ?? 0) + 1})`
  }
  throw new Error(`no script that the page preloads has the text ${text}`)
}

const readSource = () => readFile(path.join(folder, PAGE), 'utf8')
const writeSource = (text: string) => writeFile(path.join(folder, PAGE), text)

/** A cohort that gets this version. */
async function cohortOf(version: string): Promise<number> {
  for (let cohort = 0; cohort < 10_000; cohort += 333)
    if ((await (await requestPage(cohort)).text()).includes(version)) return cohort
  throw new Error(`no cohort gets ${version}`)
}

/** Opens the page as one visitor after the other, each from a different network, until the canary is rolled back. */
async function visitUntilTakenBack(version: string): Promise<void> {
  const cohort = await cohortOf(version)
  for (let visitor = 0; visitor < 12 && (await readState()).live?.canary; visitor += 1) {
    const context = await browser.newContext({
      baseURL: platform.url,
      extraHTTPHeaders: { 'x-forwarded-for': `203.0.${visitor}.1` },
    })
    await context.addCookies([{ name: 'offquad-cohort', value: String(cohort), url: platform.url }])
    const page = await context.newPage()
    const reports: unknown[] = []
    page.on('response', (response) => response.url().endsWith('/api/telemetry') && reports.push(response))
    await page.goto('/hello')
    // It may have been rolled back since the state was read.
    const failed = page.getByText(/cannot be shown right now/)
    await failed.or(page.getByText(SECOND)).first().waitFor()
    if (await failed.isVisible()) await waitFor('its report', async () => reports.length > 0)
    else expect((await readState()).live?.canary).toBeUndefined()
    await context.close()
  }
}

beforeAll(async () => {
  ;({ folder, remove: removeCopy } = await copyRepository())
  dataDir = await mkdtemp(path.join(tmpdir(), 'offquad-hello-'))
  browser = await launchBrowser()
  platform = await startPlatform(dataDir, { repository: folder, environment: BEHIND_A_PROXY })
})
afterAll(async () => {
  await browser?.close()
  if (platform) await stopPlatform(platform.command)
  await rm(dataDir, { recursive: true, force: true })
  await removeCopy?.()
})

describe('mfe-hello', () => {
  it('is created by one command, deployed to the running platform, and found in the menu', async () => {
    await command(['new', 'remote', 'hello'])
    await ofHello('deploy')

    expect((await requestPage()).status).toBe(200)
    const { page, problems } = await openPage(browser, DESKTOP, platform.url)
    await page.goto('/faq')
    await followHeaderLink(page, 'Hello')
    await page.getByRole('heading', { level: 1, name: 'Hello' }).waitFor()
    await page.getByText(FIRST).waitFor()
    expect(problems).toEqual([])
    await page.context().close()
  })

  it('lets its team map a stack trace to its sources', async () => {
    const source = await readSource()
    const line = source.slice(0, source.indexOf(FIRST)).split('\n').length

    const printed = await ofHello('source', await traceTo(FIRST))

    expect(printed).toContain(`src/pages/hello-page.tsx:${line}:`)
    expect(printed).toContain(`<StateMessage title="${FIRST}"`)
  })

  it('is previewed without affecting others, released as a canary and promoted', async () => {
    await writeSource((await readSource()).replace(FIRST, SECOND))

    const printed = await ofHello('deploy', '--preview')
    const link = /https?:\/\/\S+preview=\S+/.exec(printed)?.[0] ?? ''
    await read(link, SECOND)
    await read('/hello', FIRST)

    await ofHello('deploy', '--canary', '50', '--reason', 'a friendlier text')
    const { live } = await readState()
    expect(live?.canary?.percent).toBe(50)
    await ofHello('promote')
    const promoted = await readState()
    expect(promoted.live?.version).toBe(live?.canary?.version)
    expect(promoted.live?.canary).toBeUndefined()
    await read('/hello', SECOND)
  })

  it('is rolled back automatically when its canary fails, and by command', async () => {
    const works = await readSource()
    const { live } = await readState()
    await writeSource(
      works.replace("usePageTitle('Hello')", "$&\n  if (document.title) throw new Error('broken')"),
    )
    await ofHello('deploy', '--canary', '50')
    const broken = (await readState()).live?.canary?.version ?? ''

    await visitUntilTakenBack(broken)
    const rolledBack = await waitFor('the canary to be rolled back', async () => {
      const state = await readState()
      return state.live?.canary ? undefined : state
    })
    expect(rolledBack.live?.version).toBe(live?.version)
    expect(rolledBack.history[0]).toMatchObject({ action: 'automatic rollback' })
    await writeSource(works)

    await ofHello('rollback')
    await read('/hello', FIRST)
  })

  it('is removed completely after it was retired', async () => {
    await expect(command(['remove', 'mfe-hello', '--yes'])).rejects.toThrow('mfe-hello is live')
    await ofHello('retire', '--yes')
    await waitFor('the page to be removed', async () => (await requestPage()).status === 404)
    await command(['remove', 'mfe-hello', '--yes'])

    await expect(access(path.join(folder, 'mfe-hello'))).rejects.toThrow('ENOENT')
    for (const file of ['package-lock.json', 'docker-compose.yml'])
      expect(await readFile(path.join(folder, file), 'utf8')).toBe(
        await readFile(path.join(REPOSITORY, file), 'utf8'),
      )
  })
})

describe('slices that were just created', () => {
  beforeAll(async () => {
    await command(['new', 'service', 'hello'])
    await command(['new', 'remote', 'again'])
  })

  const tool = (file: string, ...args: string[]) =>
    run(process.execPath, [path.join(folder, 'node_modules', file), ...args], { cwd: folder })

  it('pass formatting, lint and types', async () => {
    const slices = ['mfe-again', 'svc-hello', 'packages/contracts/src']
    await tool('prettier/bin/prettier.cjs', '--check', ...slices)
    await tool('eslint/bin/eslint.js', ...slices)
    await tool('typescript/bin/tsc', '--noEmit', '-p', 'mfe-again')
    await tool('typescript/bin/tsc', '--noEmit', '-p', 'svc-hello')
  })

  it('pass their own tests', async () => {
    const args = ['--selectProjects', 'mfe-again', 'svc-hello', '--maxWorkers=1']
    const { stderr } = await tool('jest/bin/jest.js', ...args)

    expect(stderr).toMatch(/Tests: +5 passed, 5 total/)
  })

  it('join the running platform, of which nothing else is restarted', async () => {
    const before = await readRun(dataDir)
    const dev = runCommand(['dev'], { DATA_DIR: dataDir }, 'svc-hello', folder)

    const answer = await waitFor('the call', async () => {
      const response = await fetch(`${platform.url}/api/hello`)
      return response.ok && response
    })
    await waitFor('the command to say so', async () => dev.output().includes('svc-hello is ready'))
    dev.child.kill('SIGINT')

    expect(await answer.json()).toEqual([])
    expect((await dev.result).code).toBe(0)
    const { processes } = await readRun(dataDir)
    expect(processes.filter(({ name }) => name !== 'svc-hello')).toEqual(before.processes)
  })

  it('ship beside the version that runs: a worse one is taken back, an earlier one restored, and no read fails', async () => {
    const source = path.join(folder, 'svc-hello/src/entries/entries.routes.ts')
    const works = await readFile(source, 'utf8')
    const shipWith = async (statement: string) => {
      await writeFile(source, works.replace('entries.list()', `{ ${statement}; return $& }`))
      return command(['deploy'], 'svc-hello')
    }
    const statuses = new Set<number>()
    let isAsked = true
    const asking = (async () => {
      while (isAsked) statuses.add((await fetch(`${platform.url}/api/hello`, NEVER_CACHED)).status)
    })()

    await expect(shipWith("throw new Error('broken')")).rejects.toThrow(
      /was taken back: 100\.0 % of \d+ requests/,
    )
    const shipping = shipWith('globalThis.isSecond = true')
    const lock = path.join(dataDir, 'svc-hello.lock')
    await waitFor('the lock of the deploy', () => access(lock).then(() => true))
    await expect(command(['rollback'], 'svc-hello')).rejects.toThrow(/is shipping svc-hello/)
    const shipped = await shipping
    const rolledBack = await command(['rollback', '--reason', 'the first was better'], 'svc-hello')
    isAsked = false
    await asking

    const [, second, first] = /svc-hello (\S+) is live; before it was (\S+)\./.exec(shipped) ?? []
    expect(rolledBack).toContain(`svc-hello ${first} is live; before it was ${second}.`)
    expect(await command(['list'], 'svc-hello')).toMatch(
      /rollback .*the first was better\n.* deploy .*\n.* taken back /,
    )
    expect(statuses).toEqual(new Set([200]))
    const builds = await readdir(path.join(folder, 'svc-hello/versions'))
    expect(builds.sort()).toEqual([first, second].sort())
  })
})
