import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { type LiveApp, type PublishedApp } from '@offquad/contracts'
import { openLastRuns } from './last-runs'
import { type RegistryEntry } from './registry-file'

const DAY_MS = 86_400_000
const log = { error: jest.fn(), warn: jest.fn() }

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'offquad-runs-'))
  log.error.mockClear()
})
afterEach(() => rm(folder, { recursive: true }))

const version = (app: string, number: string): PublishedApp => ({
  app,
  version: number,
  baseUrl: `/mf/${app}/${number}/`,
})
const entry = (app: string, number: string, canary?: string): RegistryEntry => {
  const live: LiveApp = {
    ...version(app, number),
    ...(canary && { canary: { ...version(app, canary), percent: 10, salt: 'x' } }),
  }
  return { name: app, live }
}
const SHELL = entry('shell', '1.0.0')

/** Starts a gateway that is to serve these versions. */
function start(...entries: RegistryEntry[]) {
  const runs = openLastRuns({ MF_DIR: folder, PORT: 1 }, log)
  const served = runs.withoutHeld(entries)
  return {
    ...runs,
    served: served.map(({ live, problem }) => [live?.version, live?.canary?.version, problem]),
  }
}

/** What a killed process leaves. */
async function crash(runs: { close(): void }, changes: object = {}): Promise<void> {
  runs.close()
  const [file = ''] = await readdir(folder)
  const run = JSON.parse(await readFile(path.join(folder, file), 'utf8')) as object
  await writeFile(path.join(folder, file), JSON.stringify({ ...run, process: 'another', ...changes }))
}

const REASON = 'this gateway crashed twice within a minute after it had changed'

describe('a gateway that has crashed twice within a minute', () => {
  it('starts without what changed last, says so, and tries nothing else', async () => {
    const wanted = [SHELL, entry('mfe-browse', '2.1.0'), entry('mfe-reviews', '3.0.0')]
    await crash(start(SHELL, entry('mfe-browse', '2.0.0'), entry('mfe-reviews', '3.0.0')))
    await crash(start(...wanted), { crashes: [] })
    await crash(start(...wanted))
    const third = start(...wanted)

    expect(third.served).toEqual([
      ['1.0.0', undefined, undefined],
      [undefined, undefined, REASON],
      ['3.0.0', undefined, undefined],
    ])
    expect(log.error).toHaveBeenCalledWith({ held: ['mfe-browse@2.1.0'] }, expect.anything())
    const last = new Map([['mfe-browse', version('mfe-browse', '2.1.0')]])
    expect(third.withReplacements(last).get('mfe-browse')?.version).toBe('2.0.0')
    expect(third.heldSince.getTime()).toBeGreaterThan(0)
    // The newer version is served at once.
    expect(third.withoutHeld([entry('mfe-browse', '2.2.0')])[0]?.live?.version).toBe('2.2.0')
    third.close()
  })

  it('starts without a canary that changed last, and leaves out an app that is new', async () => {
    await crash(start(SHELL, entry('mfe-browse', '2.0.0')))
    const wanted = [SHELL, entry('mfe-browse', '2.0.0', '2.1.0'), entry('mfe-new', '1.0.0')]
    await crash(start(...wanted), { crashes: [Date.now()] })
    const third = start(...wanted)

    expect(third.served).toEqual([
      ['1.0.0', undefined, undefined],
      ['2.0.0', undefined, `its canary 2.1.0 is not served: ${REASON}`],
      [undefined, undefined, REASON],
    ])
    expect([...third.withReplacements(new Map([['mfe-new', version('mfe-new', '1.0.0')]]))]).toEqual([])
    third.close()
  })

  it('serves everything again when what changed last has been served for a day', async () => {
    const wanted = [SHELL, entry('mfe-browse', '2.1.0')]
    await crash(start(SHELL, entry('mfe-browse', '2.0.0')))
    const second = start(...wanted)
    const [file = ''] = await readdir(folder)
    const { served } = JSON.parse(await readFile(path.join(folder, file), 'utf8')) as { served: object[] }
    const since = Date.now() - 2 * DAY_MS
    await crash(second, { crashes: [Date.now()], served: served.map((app) => ({ ...app, since })) })
    const third = start(...wanted)

    expect(third.served.map(([live]) => live)).toEqual(['1.0.0', '2.1.0'])
    third.close()
  })
})

it('a gateway that has crashed twice after all apps were deployed for the first time leaves none of them out', async () => {
  const first = start()
  first.withoutHeld([SHELL])
  const wanted = [SHELL, entry('mfe-browse', '2.0.0')]
  first.withoutHeld(wanted)
  await crash(first)
  await crash(start(...wanted))

  const third = start(...wanted)

  expect(third.served.map(([live]) => live)).toEqual(['1.0.0', '2.0.0'])
  third.close()
})

it('a gateway that has crashed once, or twice within an hour, serves everything', async () => {
  const wanted = [SHELL, entry('mfe-browse', '2.1.0')]
  await crash(start(SHELL, entry('mfe-browse', '2.0.0')))
  await crash(start(...wanted), { crashes: [Date.now() - 3_600_000] })
  const third = start(...wanted)

  expect(third.served.map(([live]) => live)).toEqual(['1.0.0', '2.1.0'])
  expect(log.error).not.toHaveBeenCalled()
  third.close()
})

it('a gateway that was stopped has not crashed', async () => {
  const wanted = [SHELL, entry('mfe-browse', '2.1.0')]
  await crash(start(SHELL, entry('mfe-browse', '2.0.0')))
  const second = start(...wanted)
  const stop = process.listeners('SIGTERM').at(-1)
  stop?.('SIGTERM')
  second.close()
  await expect(readdir(folder)).resolves.toHaveLength(1)
  const third = start(...wanted)

  expect(third.served.map(([live]) => live)).toEqual(['1.0.0', '2.1.0'])
  third.close()
})
