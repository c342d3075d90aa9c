import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { watchService } from '@offquad/build-kit/service'
import { claimPorts } from '../start/ports'
import { writeRunFile } from '../start/run-file'
import { createBackoff, supervise, type Supervised } from '../start/supervise'
import { restartService } from './restart-service'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'offquad-dev-'))
})
afterEach(() => rm(folder, { recursive: true }))

/** A process that answers every request with a text and stops as services do. */
const serverThatSays = (text: string): string => `
  import { createServer } from 'node:http'
  const server = createServer((request, response) => response.end('${text}'))
  server.listen(Number(process.env.PORT), '127.0.0.1')
  process.once('SIGTERM', () => server.close(() => process.exit(0)))
`

describe('a service that is built again while the platform runs', () => {
  let running: Supervised
  afterEach(() => running.stop())

  it.each([
    ['at once and gracefully', '', undefined],
    ['although it ignores SIGTERM', "process.on('SIGTERM', () => undefined)", 500],
  ])('is restarted with its new build, %s', async (_how, more, patienceMs) => {
    const entry = path.join(folder, 'main.mjs')
    await writeFile(
      entry,
      more ? serverThatSays('old').replace(/process.once.*/, more) : serverThatSays('old'),
    )
    const ports = await claimPorts()
    const port = await ports.next()
    const publish = () =>
      writeRunFile(folder, {
        url: '',
        pid: process.pid,
        emailDomain: '',
        stores: { mongoUri: '', redisUrl: '' },
        isLoaded: true,
        processes: [{ name: 'svc-sample', pid: running.pid() ?? 0, port }],
      })
    const url = `http://127.0.0.1:${port}`
    const plan = { name: 'svc-sample', entry, port, env: { PORT: String(port) }, readyUrl: `${url}/readyz` }
    running = supervise(plan, folder, () => void publish())
    await running.ready()
    await publish()
    const before = running.pid()

    await writeFile(entry, serverThatSays('new'))
    await restartService('svc-sample', folder, patienceMs)

    expect(await (await fetch(url)).text()).toBe('new')
    expect(running.pid()).not.toBe(before)
    await ports.release()
  })
})

describe('restarts of a process', () => {
  it('do not wait after a clean exit', () => {
    const nextDelayMs = createBackoff()

    expect(nextDelayMs({ livedMs: 5_000, isClean: true })).toBe(0)
    expect(nextDelayMs({ livedMs: 5_000, isClean: true })).toBe(0)
  })

  it('wait longer after each crash, and after a clean exit of a process that did not live for a second', () => {
    const nextDelayMs = createBackoff()

    expect(nextDelayMs({ livedMs: 5_000, isClean: false })).toBe(1_000)
    expect(nextDelayMs({ livedMs: 5, isClean: true })).toBe(2_000)
    expect(nextDelayMs({ livedMs: 5_000, isClean: false })).toBe(4_000)
    expect(nextDelayMs({ livedMs: 61_000, isClean: false })).toBe(1_000)
  })
})

describe('a watched service', () => {
  it('is built after each change, keeps its last build when one fails, and stops being watched', async () => {
    const source = path.join(folder, 'src/main.ts')
    const bundle = path.join(folder, 'dist/main.js')
    await mkdir(path.dirname(source))
    await writeFile(source, 'console.log("first")')
    const builds: string[][] = []
    let onBuild: () => void = () => undefined
    const nextBuild = () => new Promise<void>((resolve) => (onBuild = resolve))

    const first = nextBuild()
    const stop = await watchService(folder, (errors) => {
      builds.push(errors)
      onBuild()
    })
    await first
    const broken = nextBuild()
    await writeFile(source, 'console.log("broken"')
    await broken
    const afterFailure = await readFile(bundle, 'utf8')
    const fixed = nextBuild()
    await writeFile(source, 'console.log("second")')
    await fixed
    await stop()

    expect(builds).toEqual([[], [expect.stringContaining('Expected ")"')], []])
    expect(afterFailure).toContain('first')
    expect(await readFile(bundle, 'utf8')).toContain('second')
  })
})
