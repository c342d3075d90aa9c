import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type Server } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { serveRenderer } from './remote-process'
import { openRenderer, type Renderer, type RenderOutcome } from './renderer'

const CHILD = path.join(__dirname, 'child.mjs')

describe('the renderer in a container of its own', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'offquad-renderer-host-'))
  const socketFile = path.join(folder, 'socket')
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
    shell,
    remotes: [{ name: 'test', file }],
  })
  const html = async (url: string) => (await renderer.render(jobOf(url)))?.html

  beforeAll(() => {
    renderer = openRenderer({
      childFile: 'not used',
      socketFile,
      now: () => 0,
      onOutcome: (outcome) => void outcomes.push(outcome),
    })
  })
  afterAll(async () => {
    renderer.close()
    await new Promise((resolve) => server?.close(resolve))
    rmSync(folder, { recursive: true })
  })

  it('blames nobody while the container is away', async () => {
    expect(await html('/a')).toBeUndefined()
    expect([outcomes.splice(0), renderer.accepts(jobOf('/a'))]).toEqual([['skipped'], true])
  })

  it('renders as soon as it is there, from the texts that the gateway sends', async () => {
    server = serveRenderer(socketFile, CHILD)
    expect([await html('/a'), await html('/b')]).toEqual(['/a', '/b'])
    expect(renderer.isWarm(jobOf('/a'))).toBe(true)
  })

  it('ends a page that hangs there, and renders the next', async () => {
    expect([await html('/hang'), await html('/c')]).toEqual([undefined, '/c'])
    expect([outcomes.at(-2), outcomes.at(-1)]).toEqual(['hung', 'rendered'])
  })
})
