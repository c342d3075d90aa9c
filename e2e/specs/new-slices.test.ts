import { execFile } from 'node:child_process'
import { access, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { type DeployState } from '@offquad/contracts'
import { DESKTOP, followHeaderLink, openPage } from '../src/browser'
import { copyRepository } from '../src/copy-of-repository'
import { type Command, readRun, runCommand, startPlatform, stopPlatform, waitFor } from '../src/platform'

jest.setTimeout(300_000)

const run = promisify(execFile)

const FIRST = 'There is nothing here yet.'
const SECOND = 'Hello to everyone.'
const PAGE = 'mfe-hello/src/pages/hello-page.tsx'
const NEVER_CACHED = { headers: { authorization: 'Bearer none' } }

let folder: string
let removeCopy: () => Promise<void>
let dataDir: string
let platform: { command: Command; url: string }

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

const requestPage = () => fetch(`${platform.url}/hello`, { headers: { accept: 'text/html' } })

/** The text of the page. */
async function read(address = '/hello', wanted: string): Promise<void> {
  const { page } = await openPage(DESKTOP, platform.url)
  await page.goto(address)
  await page.getByText(wanted).waitFor()
  await page.context().close()
}

const readSource = () => readFile(path.join(folder, PAGE), 'utf8')
const writeSource = (text: string) => writeFile(path.join(folder, PAGE), text)

beforeAll(async () => {
  ;({ folder, remove: removeCopy } = await copyRepository())
  dataDir = await mkdtemp(path.join(tmpdir(), 'offquad-hello-'))
  platform = await startPlatform(dataDir, { repository: folder })
})
afterAll(async () => {
  if (platform) await stopPlatform(platform.command)
  await rm(dataDir, { recursive: true, force: true })
  await removeCopy?.()
})

describe('mfe-hello', () => {
  it('is created by one command, deployed to the running platform, and found in the menu', async () => {
    await command(['new', 'remote', 'hello'])
    await ofHello('deploy')

    expect((await requestPage()).status).toBe(200)
    const { page, problems } = await openPage(DESKTOP, platform.url)
    await page.goto('/faq')
    await followHeaderLink(page, 'Hello')
    await page.getByRole('heading', { level: 1, name: 'Hello' }).waitFor()
    await page.getByText(FIRST).waitFor()
    expect(problems).toEqual([])
    await page.context().close()
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

  it('is taken off the site', async () => {
    await ofHello('retire', '--yes')

    await waitFor('the page to be removed', async () => (await requestPage()).status === 404)
    await rm(path.join(folder, 'mfe-hello'), { recursive: true })
  })
})

describe('slices that were just created', () => {
  beforeAll(async () => {
    await command(['new', 'service', 'hello'])
    await command(['new', 'remote', 'again'])
  })

  const tool = (file: string, ...args: string[]) =>
    run(process.execPath, [path.join(folder, 'node_modules', file), ...args], { cwd: folder })

  it('pass formatting, lint and types, and leave nothing unused', async () => {
    const slices = ['mfe-again', 'svc-hello', 'packages/contracts/src']
    await tool('prettier/bin/prettier.cjs', '--check', ...slices)
    await tool('eslint/bin/eslint.js', ...slices)
    await tool('typescript/bin/tsc', '--noEmit', '-p', 'mfe-again')
    await tool('typescript/bin/tsc', '--noEmit', '-p', 'svc-hello')
    await tool('knip/bin/knip.js', '--treat-config-hints-as-errors')
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
      /rollback .*the first was better\)\n.* deploy .*\n.* taken back /,
    )
    expect(statuses).toEqual(new Set([200]))
    const builds = await readdir(path.join(folder, 'svc-hello/versions'))
    expect(builds.sort()).toEqual([first, second].sort())
  })
})
