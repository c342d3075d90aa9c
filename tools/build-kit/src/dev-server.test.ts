import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { devServer } from './dev-server.mjs'

const PLATFORM = 'http://localhost:8080'

let root: string
let folder: string
let print: jest.SpyInstance
const { DATA_DIR } = process.env
beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'offquad-dev-server-'))
  folder = path.join(root, 'mfe-hello')
  await mkdir(folder)
  process.env.DATA_DIR = root
  print = jest.spyOn(console, 'log').mockImplementation(() => undefined)
})
afterEach(async () => {
  print.mockRestore()
  if (DATA_DIR === undefined) delete process.env.DATA_DIR
  else process.env.DATA_DIR = DATA_DIR
  await rm(root, { recursive: true })
})

const writeRoutes = (...paths: string[]) =>
  writeFile(
    path.join(folder, 'remote.json'),
    JSON.stringify({
      name: 'hello',
      slots: [],
      routes: paths.map((route) => ({ path: route, title: 'A page' })),
    }),
  )
const writePlatform = (pid: number) =>
  writeFile(path.join(root, 'run.json'), JSON.stringify({ url: PLATFORM, pid, processes: [] }))

/** The line that `npm run dev` prints once it listens. */
function printed(): unknown {
  devServer(folder).onListening({ server: { address: () => ({ port: 5173 }) } })
  return print.mock.calls.flat().join('\n')
}

describe('npm run dev of a remote', () => {
  it("does not use the platform's default port", () => {
    const script = [
      `const { devServer } = await import('./dev-server.mjs')`,
      `const { default: Server } = await import('webpack-dev-server')`,
      `process.stdout.write(String(await Server.getFreePort(devServer('.').port, '127.0.0.1')))`,
    ].join('\n')

    const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
      cwd: __dirname,
      encoding: 'utf8',
    })

    expect(Number(stdout)).toBeGreaterThanOrEqual(3001)
    expect(Number(stdout)).not.toBe(8080)
  })

  it('prints the URL of its first page without parameters on the running platform', async () => {
    await writeRoutes('/hello/:id', '/hello', '/hello/all')
    await writePlatform(process.pid)

    expect(printed()).toBe(`Open ${PLATFORM}/hello?mf.hello=http://127.0.0.1:5173/mf-manifest.json`)
  })

  it('prints the URL of the home page when all its pages have parameters or it has only slots', async () => {
    await writePlatform(process.pid)

    for (const routes of [['/hello/:id'], []]) {
      print.mockClear()
      await writeRoutes(...routes)
      expect(printed()).toBe(`Open ${PLATFORM}/?mf.hello=http://127.0.0.1:5173/mf-manifest.json`)
    }
  })

  it('prints the URL parameter to add when no platform is running', async () => {
    await writeRoutes('/hello')
    const advice =
      'No platform is running on this machine (npm start). To use another one, add this to the URL of a page: ?mf.hello=http://127.0.0.1:5173/mf-manifest.json'
    expect(printed()).toBe(advice)

    print.mockClear()
    await writePlatform(spawnSync(process.execPath, ['--version']).pid)
    expect(printed()).toBe(advice)
  })
})
