import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type DeployState } from '@offquad/contracts'
import { createTeam } from '@offquad/service-kit/testing/deploy-team'
import { copyRepository } from '../src/copy-of-repository'
import { type Command, REPOSITORY, runCommand, startPlatform, stopPlatform, waitFor } from '../src/platform'

jest.setTimeout(600_000)

const SERVICE = 'svc-users'
const REMOTE = 'mfe-account'
const PAGE = 'mfe-account/src/pages/faq-page.tsx'
const ROUTES = 'svc-users/src/frequent-questions/frequent-questions.routes.ts'
const LIST = 'frequentQuestions.list()'
const HEADING = 'Asked since we ship in pairs'
const QUESTION = 'By the service of the pair?'
const PAIR = ['deploy', '--with', REMOTE, '--canary', '50']
/** Some of those who get the canary, and some of the others. */
const COHORTS = Array.from({ length: 12 }, (_, index) => index * 833)

let folder: string
let removeCopy: () => Promise<void>
let dataDir: string
let platform: { command: Command; url: string }

const run = (args: string[], slice: string) => runCommand(args, { DATA_DIR: dataDir }, slice, folder)

async function readState(): Promise<DeployState> {
  const { send } = createTeam({ url: platform.url, dataDir, repository: folder }, REMOTE)
  return (await (await send('GET', '')).json()) as DeployState
}

/** Replaces text of one of the repository's files in the copy. */
async function change(file: string, from: string, to: string): Promise<void> {
  const text = await readFile(path.join(REPOSITORY, file), 'utf8')
  if (!text.includes(from)) throw new Error(`${file} has no "${from}"`)
  await writeFile(path.join(folder, file), text.replace(from, to))
}

const of = (cohort: number) => ({ cookie: `offquad-cohort=${cohort}` })

const openPage = (cohort: number) =>
  fetch(`${platform.url}/faq`, { headers: { ...of(cohort), accept: 'text/html' } })

/** Whether a visitor gets a version of the remote, and the new version of the service: in a call, and in a page of the server. */
async function look(cohort: number, version: string): Promise<{ remote: boolean; service: boolean }> {
  const html = await (await openPage(cohort)).text()
  const call = await fetch(`${platform.url}/api/faqs`, { headers: of(cohort) })
  return {
    remote: html.includes(`/mf/${REMOTE}/${version}/`),
    service: (await call.text()).includes(QUESTION),
  }
}

const lookAll = (version: string) => Promise.all(COHORTS.map((cohort) => look(cohort, version)))

const untilNobodyGets = (version: string) =>
  waitFor('the versions from before', async () =>
    (await lookAll(version)).every(({ remote, service }) => !remote && !service),
  )

/** A page that takes long is sent before it is rendered. */
const untilRendered = (cohort: number) =>
  waitFor('a page of both', async () => {
    const html = await (await openPage(cohort)).text()
    return html.includes(HEADING) && html.includes(QUESTION)
  })

/** Ships a pair, and resolves once some visitors get its canary. */
async function ship(...more: string[]): Promise<{ result: Command['result']; version: string }> {
  const { result } = run([...PAIR, ...more], SERVICE)
  const canary = waitFor('the canary', async () => (await readState()).live?.canary, 400_000)
  const ended = result.then(({ stderr }) => Promise.reject(new Error(stderr)))
  return { result, version: (await Promise.race([canary, ended])).version }
}

/** Tells the gateway of a page of the canary that could not be loaded. */
async function reportFailure(cohort: number, version: string): Promise<void> {
  const { headers } = await openPage(cohort)
  const page = /^page;desc="(.+)"$/.exec(headers.get('server-timing') ?? '')?.[1]
  await fetch(`${platform.url}/api/telemetry`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ page, reports: [{ app: REMOTE, version, route: '/faq', kind: 'load-failure' }] }),
  })
}

beforeAll(async () => {
  ;({ folder, remove: removeCopy } = await copyRepository())
  dataDir = await mkdtemp(path.join(tmpdir(), 'offquad-pairs-'))
  platform = await startPlatform(dataDir, { repository: folder })
  await change(PAGE, 'Frequently Asked Questions', HEADING)
})
afterAll(async () => {
  if (platform) await stopPlatform(platform.command)
  await rm(dataDir, { recursive: true, force: true })
  await removeCopy?.()
})

describe('a service and a remote that are shipped as a pair', () => {
  it('are taken back together when the service fails, and no read fails', async () => {
    await change(ROUTES, LIST, "Promise.reject(new Error('broken'))")
    const { result, version } = await ship()
    const statuses = new Set<number>()
    let hasEnded = false
    void result.then(() => (hasEnded = true))
    while (!hasEnded)
      for (const cohort of COHORTS)
        statuses.add((await fetch(`${platform.url}/api/faqs`, { headers: of(cohort) })).status)
    const { code, stderr } = await result

    expect([code, stderr]).toEqual([1, expect.stringMatching(/was taken back: 100\.0 % of \d+ requests/)])
    const { live, bad } = await readState()
    expect(live?.canary).toBeUndefined()
    expect(bad).toMatchObject([{ version, reason: expect.stringContaining('requests failed') as string }])
    await untilNobodyGets(version)
    expect(statuses).toEqual(new Set([200]))
  })

  it('are seen by the same visitors, and taken back together when the remote fails', async () => {
    await change(ROUTES, LIST, `${LIST}.then((all) => [{ question: '${QUESTION}', answer: 'Yes.' }, ...all])`)
    const { result, version } = await ship('--again')
    const seen = await waitFor('some to get the canary', async () => {
      const all = await lookAll(version)
      return all.some(({ remote }) => remote) && all
    })
    const [tried = -1, ...others] = COHORTS.filter((_, index) => seen[index]?.remote)
    await untilRendered(tried)

    expect(seen.map(({ service }) => service)).toEqual(seen.map(({ remote }) => remote))
    expect(others.length + 1).toBeLessThan(COHORTS.length)
    for (let page = 0; page < 10; page += 1) await reportFailure(tried, version)
    const { code, stderr } = await result
    expect([code, stderr]).toEqual([1, expect.stringContaining(`${REMOTE} ${version} was taken back`)])
    expect((await readState()).live?.canary).toBeUndefined()
    await untilNobodyGets(version)
  })

  it('are for everyone once the canary is promoted', async () => {
    const { result, version } = await ship('--again')
    expect((await run(['promote'], REMOTE).result).code).toBe(0)
    const { code, stdout } = await result

    expect([code, stdout]).toEqual([0, expect.stringMatching(/^svc-users \S+ is live; before it was /m)])
    expect(await lookAll(version)).toEqual(COHORTS.map(() => ({ remote: true, service: true })))
    await untilRendered(COHORTS[0] ?? 0)
  })
})
