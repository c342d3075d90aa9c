import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer, type Server } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { connectRenderProcess, serveRenderer } from './remote-process'
import { openRenderer, type Renderer, type RenderOutcome } from './renderer'

const ip = () => '10.0.0.1'

const CHILD = path.join(__dirname, 'child.mjs')

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

const folder = mkdtempSync(path.join(os.tmpdir(), 'offquad-renderer-host-'))
afterAll(() => rmSync(folder, { recursive: true }))

describe.each([
  ['a container', (file: string) => file, (file: string) => file],
  [
    'a pod',
    (_file: string, port: number) => `:${port}`,
    (_file: string, port: number) => `127.0.0.1:${port}`,
  ],
])('the renderer in %s of its own', (_where, nameThere, nameHere) => {
  const socketFile = path.join(folder, 'socket')
  let port: number
  let server: Server | undefined
  let renderer: Renderer
  const outcomes: RenderOutcome[] = []
  const fileOf = (name: string, source: string) => {
    writeFileSync(path.join(folder, name), source)
    return path.join(folder, name)
  }
  const shell = fileOf(
    'shell.cjs',
    `exports.shared = {}
    exports.render = async ({ url, remotes }) => ({ html: remotes.test.render(url), styles: '', remotes: [], failures: [] })`,
  )
  const file = fileOf(
    'remote.cjs',
    `exports.remote = { render: (url) => { while (url === '/hang'); return url } }`,
  )
  const jobOf = (url: string) => ({
    set: { id: 'live', kind: 'live' as const, generation: 1 },
    page: url,
    template: url,
    url,
    data: '{}',
    ip,
    shell,
    remotes: [{ name: 'test', file }],
  })
  const html = async (url: string) => (await renderer.render(jobOf(url)))?.html

  beforeAll(async () => {
    port = await freePort()
    renderer = openRenderer({
      childFile: 'not used',
      socketName: nameHere(socketFile, port),
      now: () => 0,
      onOutcome: (outcome) => void outcomes.push(outcome),
    })
  })
  afterAll(async () => {
    renderer.close()
    await new Promise((resolve) => server?.close(resolve))
  })

  it('blames nobody while it is away', async () => {
    expect(await html('/a')).toBeUndefined()
    expect(outcomes.splice(0)).toEqual(['skipped'])
    expect(renderer.accepted(jobOf('/a'))).toEqual(jobOf('/a'))
  })

  it('does not wait for one that says nothing any more', async () => {
    const silent = createServer().listen(path.join(folder, 'silent'))
    const { render } = connectRenderProcess(path.join(folder, 'silent'), 50)
    expect(await render(jobOf('/a'))).toMatchObject({ outcome: 'ended' })
    silent.close()
  })

  it('renders as soon as it is there, from the texts that the gateway sends', async () => {
    server = serveRenderer(nameThere(socketFile, port), CHILD)
    expect([await html('/a'), await html('/b')]).toEqual(['/a', '/b'])
    expect(renderer.isWarm(jobOf('/a'))).toBe(true)
  })

  it('ends a page that hangs there, and renders the next', async () => {
    expect([await html('/hang'), await html('/c')]).toEqual([undefined, '/c'])
    expect([outcomes.at(-2), outcomes.at(-1)]).toEqual(['hung', 'rendered'])
  })
})
