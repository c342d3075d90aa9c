import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { openRenderer, type Renderer, type RenderOutcome } from './renderer'

const ip = () => '10.0.0.1'

const CHILD = path.join(__dirname, 'child.mjs')

const SHELL = `
exports.shared = { shared: { word: 'shared' } }
exports.reads = ({ url, remotes }) => ['/api' + url, ...(remotes.slots?.reads?.() ?? [])]
exports.render = async ({ url, data, remotes }) =>
  url === '/nothing' ? undefined : {
    html: await remotes.test.render(url, data) + (remotes.slots?.render() ?? ''),
    styles: '', remotes: ['test'], failures: []
  }`

const REMOTE = `
const { word } = require('shared')
const kept = []
const renders = {
  word: () => word,
  globals: () => [typeof process, typeof require, typeof fetch, typeof window, typeof document].join(),
  other: () => { try { require('node:fs') } catch (error) { return error.message } },
  environment: () => { throw new Error('no environment') },
  hang: () => { for (;;) {} },
  stall: () => new Promise(() => {}),
  grow: () => { for (;;) kept.push(new Array(1e6).fill(1.5)) },
  swell: () => { for (;;) kept.push(new Uint8Array(1e7).fill(1)) },
  vast: () => 'x'.repeat(3e6),
  stray: async () => {
    Promise.reject(new Error('nobody awaits it'))
    setTimeout(() => { throw new Error('in a timer') })
    await new Promise((resolve) => setTimeout(resolve, 20))
    return word
  },
  leak: () => { kept.push(new Array(2e6).fill(1.5)); return 'leaked' },
}
exports.remote = { render: (url) => renders[url.slice(1)]() }`

describe('the renderer', () => {
  let folder: string
  let renderer: Renderer
  let outcomes: [RenderOutcome, string][]

  const jobOf = (url: string, page = url) => ({
    set: { id: 'live', kind: 'live' as const, generation: 1 },
    page,
    template: url,
    url,
    data: '{}',
    ip,
    shell: path.join(folder, 'shell.cjs'),
    remotes: [{ name: 'test', file: path.join(folder, 'remote.cjs') }],
  })
  const fileOf = (name: string) => path.join(folder, `${name}.cjs`)
  const withSlots = (url: string, slots: string) => ({
    ...jobOf(url, `${url} with ${slots}`),
    remotes: [...jobOf(url).remotes, { name: 'slots', file: fileOf(slots) }],
  })
  const html = async (url: string) => (await renderer.render(jobOf(url)))?.html

  beforeAll(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'offquad-renderer-'))
    writeFileSync(path.join(folder, 'shell.cjs'), SHELL)
    writeFileSync(path.join(folder, 'remote.cjs'), REMOTE)
    writeFileSync(path.join(folder, 'endless.cjs'), 'for (;;) {}')
    writeFileSync(path.join(folder, 'hanging.cjs'), 'exports.remote = { render() { for (;;) {} } }')
    writeFileSync(fileOf('hanging when asked'), 'exports.remote = { reads() { for (;;) {} } }')
    writeFileSync(path.join(folder, 'fine.cjs'), "exports.remote = { render: () => ' and slot' }")
  })

  const open = (options: Partial<Parameters<typeof openRenderer>[0]>) =>
    openRenderer({
      childFile: CHILD,
      onOutcome: (outcome, { url }) => void outcomes.push([outcome, url]),
      ...options,
    })
  function reopen(options: Parameters<typeof open>[0]): void {
    renderer.close()
    renderer = open(options)
  }

  beforeEach(() => {
    outcomes = []
    // On a busy machine a quarantine could end within a test.
    renderer = open({ hangMs: 1_000, heapMb: 64, now: () => 0 })
  })

  afterEach(() => renderer.close())
  afterAll(() => rmSync(folder, { recursive: true }))

  it('gives remotes what the shell shares, and neither a process nor a network', async () => {
    expect(await html('/word')).toBe('shared')
    expect(await html('/globals')).toBe('undefined,function,undefined,undefined,undefined')
    expect(await html('/other')).toBe('node:fs is not shared by the shell')
    expect(renderer.isWarm(jobOf('/word'))).toBe(true)
  })

  it.each([
    ['/hang', 'hung'],
    ['/stall', 'failed'],
    ['/grow', /hung|crashed/],
    ['/environment', 'failed'],
    ['/nothing', 'failed'],
    ['/vast', 'failed'],
  ])('loses only the page that fails (%s), and keeps it in quarantine', async (url, outcome) => {
    const waiting = [html('/word'), html(url), html('/word'), html('/globals')]

    expect((await Promise.all(waiting)).map(Boolean)).toEqual([true, false, true, true])
    expect(outcomes.filter(([, failed]) => failed === url)).toEqual([[expect.stringMatching(outcome), url]])
    expect(renderer.accepted(jobOf(url))).toBeUndefined()
    expect(renderer.accepted(jobOf('/word'))).toEqual(jobOf('/word'))
  })

  it('loses a page that hangs once, however many wait for it', async () => {
    await html('/word')
    const waiting = Array.from({ length: 12 }, () => html('/hang'))

    expect(await Promise.all(waiting)).toEqual(Array(12).fill(undefined))
    expect(outcomes).toEqual([
      ['rendered', '/word'],
      ['hung', '/hang'],
    ])
  })

  it('leaves a remote out that cannot be loaded, without trying it again for every page', async () => {
    const jobs = ['/word', '/globals', '/other'].map((url) => withSlots(url, 'endless'))
    const failures: string[][] = []
    for (const job of jobs) failures.push((await renderer.render(job))?.failures ?? [])

    expect(failures).toEqual([
      [expect.stringContaining('timed out')],
      ['slots: left out, it failed recently'],
      ['slots: left out, it failed recently'],
    ])
    expect(outcomes.map(([outcome]) => outcome)).toEqual(['partly', 'partly', 'partly'])
  })

  it('renders a page without the slots that hang on it, and other pages whole', async () => {
    expect((await renderer.render(withSlots('/word', 'fine')))?.html).toBe('shared and slot')

    const page = await renderer.render(withSlots('/word', 'hanging'))
    expect(page).toMatchObject({
      html: 'shared',
      failures: [expect.stringMatching(/^slots: left out, no result within/)],
    })
    const again = await renderer.render(withSlots('/word', 'hanging'))
    expect(again).toMatchObject({ html: 'shared', failures: ['slots: left out, it failed recently'] })
    expect((await renderer.render(withSlots('/word', 'fine')))?.html).toBe('shared and slot')
  })

  it('asks a page for its reads', async () => {
    expect(await renderer.findReads(jobOf('/word'))).toEqual({ reads: ['/api/word'], remotes: ['test'] })
    expect(outcomes).toEqual([])
    expect(await html('/word')).toBe('shared')
  })

  it.each(['endless', 'hanging when asked'])(
    'says which remotes it could ask beside one that is %s',
    async (slots) => {
      const job = withSlots('/word', slots)
      expect(await renderer.findReads(job)).toEqual({ reads: ['/api/word'], remotes: ['test'] })

      await renderer.render(job)
      expect(renderer.accepted(job)?.remotes).toEqual(jobOf('/word').remotes)
      expect(await renderer.findReads(job)).toEqual({ reads: ['/api/word'], remotes: ['test'] })
    },
  )

  it('survives what a page throws beside its own calls', async () => {
    await html('/word')
    const page = await renderer.render(jobOf('/stray'))

    expect(page?.html).toBe('shared')
    expect(page?.failures).toEqual(['in a timer', 'nobody awaits it'])
    expect(renderer.isWarm(jobOf('/word'))).toBe(true)
  })

  it('renders other pages while one hangs, when it may have more than one process', async () => {
    reopen({ hangMs: 1_000, processes: 2 })
    const done: string[] = []
    const render = (url: string) => renderer.render(jobOf(url)).then(() => done.push(url))

    await Promise.all([render('/hang'), ...Array.from({ length: 6 }, () => render('/word'))])

    expect(done.at(-1)).toBe('/hang')
  })

  it('leaves pages to the browser where no process can be started', async () => {
    const details: string[] = []
    reopen({
      childFile: 'not\0a file',
      onOutcome: (outcome, _job, detail = '') => details.push(`${outcome}: ${detail}`),
    })

    expect(await html('/word')).toBeUndefined()
    expect(details).toEqual([expect.stringMatching(/^crashed: .*null bytes/)])
  })

  it('does not take its own standstill for one of the process', async () => {
    reopen({ hangMs: 300 })
    await html('/word')

    const page = html('/word')
    const until = Date.now() + 700
    while (Date.now() < until);

    expect(await page).toBe('shared')
  })

  it('waits for a process that the machine did not let run', async () => {
    reopen({ hangMs: 300 })
    expect(await html('/word')).toBe('shared')
    const children = readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').trim().split(' ')
    const pid = Number(children.at(-1))

    process.kill(pid, 'SIGSTOP')
    const page = html('/word')
    await delay(700)
    process.kill(pid, 'SIGCONT')

    expect(await page).toBe('shared')
  })

  it('ends a process that fills memory outside of its heap', async () => {
    reopen({
      hangMs: 60_000,
      memoryMb: 200,
      onOutcome: (outcome, { url }, detail) => void outcomes.push([outcome, `${url} ${detail ?? ''}`]),
    })

    expect(await Promise.all([html('/swell'), html('/word')])).toEqual([undefined, 'shared'])
    expect(outcomes[0]).toEqual(['crashed', '/swell more than 200 MB'])
  })

  it('drops what pages leak before it fills the process, which renders any number of them', async () => {
    // Collecting what the pages leak may take a busy machine seconds.
    reopen({ hangMs: 60_000, heapMb: 64 })
    const pages: unknown[] = []
    for (let index = 0; index < 12; index += 1) pages.push(await html('/leak'))

    expect(pages).toEqual(Array(12).fill('leaked'))
    expect(outcomes.every(([outcome]) => outcome === 'rendered')).toBe(true)
  })

  it('renders pages whose data is there before it asks others for their reads', async () => {
    const order: string[] = []
    const note = (name: string) => () => order.push(name)

    await Promise.all([
      renderer.render(jobOf('/word')).then(note('the first')),
      renderer.findReads(jobOf('/word')).then(note('older reads')),
      renderer.render(jobOf('/word')).then(note('a page')),
      renderer.findReads(jobOf('/word')).then(note('newer reads')),
    ])

    expect(order).toEqual(['the first', 'a page', 'older reads', 'newer reads'])
  })

  it('renders pages that come too late after those that can be in time', async () => {
    let now = 0
    reopen({ now: () => now })
    const order: string[] = []
    const render = (name: string) => renderer.render(jobOf('/word')).then(() => order.push(name))

    const first = [render('the first'), render('late')]
    now = 201
    await Promise.all([...first, render('in time'), render('in time, too')])

    expect(order).toEqual(['the first', 'in time', 'in time, too', 'late'])
  })

  it('gives up the oldest pages when more wait than may', async () => {
    const order: number[] = []
    const pages = Array.from({ length: 60 }, (_, index) =>
      renderer.render(jobOf('/word'))?.then((page) => {
        if (page) order.push(index)
        return page
      }),
    )

    const rendered = await Promise.all(pages)
    expect(outcomes).toContainEqual(['skipped', '/word'])
    expect(rendered.filter(Boolean)).toHaveLength(33)
    expect(order.slice(0, 3)).toEqual([0, 28, 29])
  })
})
