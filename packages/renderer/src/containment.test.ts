import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { openRenderer, type Renderer, type RenderOutcome } from './renderer'
import { type VersionSet } from './render-process'

const ip = () => '10.0.0.1'

const CHILD = path.join(__dirname, 'child.mjs')

/** Renders a page's remotes one after the other. */
const SHELL = `
const parts = { word: 'shared' }
exports.shared = { shared: { default: parts, word: 'shared' } }
exports.reads = (page) => Object.values(page.remotes).flatMap((remote) => remote.reads(page))
exports.render = async (page) => {
  const texts = []
  for (const name in page.remotes) texts.push(await page.remotes[name].render(page))
  return { html: texts.join(' '), styles: '', remotes: Object.keys(page.remotes), failures: [] }
}`

/** Collects what a remote can reach outside its own realm. */
const FINDINGS = `
const found = []
const look = (value, depth = 3) => {
  if (value === null || (typeof value !== 'object' && typeof value !== 'function') || depth === 0) return
  let root = value
  for (let next = root; next; next = Object.getPrototypeOf(next)) root = next
  if (root !== Object.prototype && Object.getPrototypeOf(value)) found[0] = 'an object of another realm'
  try { const out = value.constructor.constructor('return process')(); found[1] = typeof out } catch {}
  for (const key of Reflect.ownKeys(value)) try { look(value[key], depth - 1) } catch (error) { look(error, 1) }
}
const tryTo = (act) => { try { look(act()) } catch (error) { look(error) } }
let left = 0
const fill = (act) => { left = 200; const deeper = () => { try { deeper() } catch (error) { look(error, 1) } if (left-- > 0) tryTo(act) }; deeper() }
const rendered = (act) => { exports.remote = { async render(page) { await act(page); return String(found) } } }
`

const ESCAPES: Record<string, string> = {
  'the constructors of globals': `rendered(() => { for (const name of Reflect.ownKeys(globalThis)) look(globalThis[name], 2) })`,
  'the global object and its descriptors': `rendered(() => {
    look(globalThis.constructor); look(Object.getOwnPropertyDescriptors(globalThis), 2); look(Reflect.ownKeys(globalThis)) })`,
  'a timer that overflows': `rendered(async () => {
    look(setTimeout(() => {}, 2 ** 32)); look(setTimeout(() => {}, NaN)); look(setTimeout('found.push(1)', 0))
    await new Promise((resolve) => setTimeout(function () { look(this); look(arguments); resolve() }, 1)) })`,
  'dynamic imports in every spelling': `rendered(async () => {
    const load = [() => import('node:fs'), () => import /* */ ('fs'), () => import
      // a comment
      ('node:process')]
    for (const one of load) try { look(one()); look(await one()) } catch (error) { look(error) } })`,
  'errors where the stack is full': `rendered(() => {
    fill(() => new URL('x')); fill(() => new Error('x').stack); fill(() => setTimeout(() => {}, 1)) })`,
  'call sites': `rendered(() => {
    tryTo(() => { Error.prepareStackTrace = (error, sites) => sites.map((site) => [site.getThis(), site.getFunction()]) })
    tryTo(() => { class Mine extends Error { static prepareStackTrace = look } ; return new Mine('x').stack })
    look(new Error('x').stack) })`,
  'what a module gets': `look(module); look(require); look(exports); look(this); look(arguments, 2)
    tryTo(() => require('node:fs')); tryTo(() => require({ toString() { look(arguments.callee.caller); return 'fs' } }))
    rendered(() => { tryTo(() => arguments.callee.caller) })`,
  'what a page gets': `rendered((page) => {
    look(page); page.signal.addEventListener('abort', function (event) { look(this); look(event) })
    const text = { toString() { look(this); look(arguments); tryTo(() => look.caller); return '/x' } }
    look(new URL(text, 'http://x')); look(new URLSearchParams([[text, text]]).entries())
    tryTo(() => new URL({ [Symbol.toPrimitive]() { throw new Proxy({}, {}) } })) })`,
  'code from text': `rendered(async () => {
    for (const make of [eval, Function, (async () => {}).constructor, (function* () {}).constructor, (async function* () {}).constructor])
      try { found.push(make('return 1') && 'code') } catch (error) { look(error) } })`,
  'errors that look back': `rendered(() => {
    const seen = (...values) => { for (const one of values) if (one !== trap) look(one, 1) }
    const trap = new Proxy({}, { get: (...values) => seen(...values), getPrototypeOf: (...values) => { seen(...values); return null } })
    Promise.reject(trap)
    Promise.reject({ get message() { tryTo(() => look.caller); return { toString() { look(arguments); return 'x' } } } })
    return new Promise((resolve) => setTimeout(resolve, 5)) })`,
  'a module that ends its wrapper': `rendered(() => found.push(...globalThis.outside)) });
    { ${FINDINGS} look(this, 1); look(globalThis, 2); globalThis.outside = found }
    (function () {`,
  'binary code and shared memory': `rendered(() => {
    for (const name of ['WebAssembly', 'SharedArrayBuffer', 'Atomics', 'FinalizationRegistry', 'process', 'fetch'])
      if (name in globalThis) found.push(name) })`,
}

const SHARED = `require('shared')`
const CHANGES: Record<string, string> = {
  push: `const { push } = Array.prototype; Array.prototype.push = function (...values) { return push.apply(this, values.map(() => 'evil')) }`,
  then: `Promise.prototype.then = function () { for (;;) {} }`,
  'a member of every object': `Object.prototype.toJSON = () => 'evil'`,
  'an accessor of every object': `Object.defineProperty(Object.prototype, 'html', { get: () => 'evil', configurable: true })`,
  'a shared module': `${SHARED}.word = 'evil'`,
  'the default export of a shared module': `${SHARED}.default.word = 'evil'`,
  'a global function': `globalThis.setTimeout = JSON.parse = () => 'evil'`,
  'how lists are read': `Array.prototype[Symbol.iterator] = function* () { yield 'evil' }`,
  'a global class': `globalThis.Map = class { get() { return 'evil' } }; globalThis.URL = Map`,
  'a prototype that is hard to find': `Object.getPrototypeOf([].values()).next = () => ({ done: true }); Object.getPrototypeOf(async () => {}).constructor.prototype = null`,
  'how errors and texts are written': `String.prototype.replace = Error.prototype.toString = () => 'evil'`,
}

/** A remote that does no harm, like every other part of the site. */
const INNOCENT = `
const shared = require('shared')
exports.remote = { async render() {
  const list = [...[]]
  list.push(shared.word)
  await new Promise((resolve) => setTimeout(resolve, 1))
  const { searchParams } = new URL('http://x/?a=b')
  const seen = [...new Map([[1, list.join()]]).values(), shared.default.word, JSON.stringify({ a: 1 }), searchParams.get('a'), 'x'.replace('x', 'y')]
  return seen.join()
} }`
const UNCHANGED = 'shared,shared,{"a":1},b,y'

describe('the renderer, with code of a team that means harm', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'offquad-containment-'))
  let renderer: Renderer
  let outcomes: [RenderOutcome, string, string[]][]

  function fileOf(name: string, source: string): string {
    const file = path.join(folder, `${name.replaceAll(/\W/g, '-')}.cjs`)
    writeFileSync(file, source)
    return file
  }
  const shell = fileOf('shell', SHELL)
  const innocent = fileOf('innocent', INNOCENT)
  const setOf = (id: string, kind: VersionSet['kind'] = 'live', generation = 1) => ({ id, kind, generation })
  const jobOf = (files: string[], set: VersionSet = setOf('live')) => ({
    set,
    page: `${set.id} ${files.join()}`,
    template: '/',
    url: '/',
    data: '{}',
    ip,
    shell,
    remotes: files.map((file, index) => ({ name: `remote${index}`, file })),
  })
  const render = async (files: string[], set?: VersionSet) => (await renderer.render(jobOf(files, set)))?.html
  const childProcesses = () =>
    readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8')
      .trim()
      .split(' ')
      .filter(Boolean)
      .map(Number)

  beforeEach(() => {
    outcomes = []
    renderer = openRenderer({
      childFile: CHILD,
      now: () => 0,
      onOutcome: (outcome, _job, detail = '', culprits = []) => outcomes.push([outcome, detail, culprits]),
    })
  })
  afterEach(() => renderer.close())
  afterAll(() => rmSync(folder, { recursive: true }))

  it.each(Object.entries(ESCAPES))('lets nothing of the process in through %s', async (name, source) => {
    const page = await renderer.render(jobOf([fileOf(name, FINDINGS + source)]))

    expect(outcomes).toEqual([[expect.stringMatching(/rendered|partly/), expect.anything(), []]])
    expect(page?.html).toBe('')
  })

  it.each(Object.entries(CHANGES))(
    'lets nobody change %s for another team, set of versions or visitor',
    async (name, change) => {
      const changes = `const change = () => { ${change} }; try { change() } catch {}
        exports.remote = { render() { try { change() } catch {} return '' } }`
      const harmful = fileOf(`changes ${name}`, changes)

      expect(await render([harmful, innocent])).toBe(` ${UNCHANGED}`)
      expect(await render([harmful, innocent])).toBe(` ${UNCHANGED}`)
      expect(await render([innocent])).toBe(UNCHANGED)
      expect(await render([harmful, innocent], setOf('preview', 'preview'))).toBe(` ${UNCHANGED}`)
      expect(await render([innocent])).toBe(UNCHANGED)
    },
  )

  it('has a realm for pages with the same remotes alone, and a new one after a page that failed', async () => {
    const keeps = fileOf(
      'keeps',
      `const seen = []
      exports.remote = {
        reads({ url }) { seen.push('reads of ' + url); return [url] },
        render({ url }) {
          seen.push(url)
          if (url === '/fails') throw new Error('broken')
          return [...seen, ...Object.keys(globalThis), require('shared').kept].join(' ')
        } }
      globalThis.kept = require('shared').kept = 'kept'`,
    )
    const at = (url: string, files = [keeps]) => ({ ...jobOf(files), page: url, url })
    const open = async (url: string, files?: string[]) => (await renderer.render(at(url, files)))?.html

    expect(await renderer.findReads(at('/a'))).toMatchObject({ reads: ['/a'] })
    expect(await open('/a')).toBe('reads of /a /a kept ')
    expect(await open('/b', [keeps, innocent])).toBe(`/b kept  ${UNCHANGED}`)
    expect(await open('/c')).toBe('reads of /a /a /c kept ')
    expect(await open('/fails')).toBeUndefined()
    expect(await open('/d')).toBe('/d kept ')
  })

  it('gives the process its own files to read, and no other process, thread, variable or file', async () => {
    const attempts = {
      read: `require('node:fs').readFileSync('/proc/self/environ')`,
      readParent: `require('node:fs').readFileSync('/proc/${process.pid}/environ')`,
      list: `require('node:fs').readdirSync('/')`,
      write: `require('node:fs').writeFileSync('${folder}/written', 'x')`,
      fork: `require('node:child_process').fork('${folder}/x.cjs')`,
      spawn: `require('node:child_process').execSync('id')`,
      thread: `new (require('node:worker_threads').Worker)('1', { eval: true })`,
      inspect: `require('node:inspector').open(0)`,
      generate: `new Function('return 1')()`,
      change: `Array.prototype.push = 1; if (Array.prototype.push !== 1) throw new Error('frozen')`,
    }
    const childFile = path.join(folder, 'attempts.cjs')
    const lines = Object.entries(attempts).map(
      ([name, code]) => `try { ${code}; done.push('${name}') } catch {}`,
    )
    writeFileSync(
      childFile,
      `process.on('message', ({ id }) => { const done = Object.keys(process.env)
        ${lines.join('\n')}
        process.send({ id, page: { html: done.join(), failures: [] } }) })`,
    )
    renderer.close()
    process.env.NODE_OPTIONS = '--no-deprecation'
    renderer = openRenderer({ childFile })

    expect(await render([innocent])).toBe('')
    expect(existsSync(path.join(folder, 'written'))).toBe(false)
    delete process.env.NODE_OPTIONS
  })

  it('has a process for each set of versions, and a fresh one whenever they change', async () => {
    const before = new Set(childProcesses())
    const started = () => childProcesses().filter((pid) => !before.has(pid))
    await render([innocent])
    const [live] = started()
    await render([innocent], setOf('preview', 'preview'))
    expect(started()).toHaveLength(2)
    await render([innocent], setOf('another preview', 'preview'))
    await render([innocent])
    expect([started().length, started().includes(live ?? 0)]).toEqual([2, true])

    const next = jobOf([innocent], setOf('live', 'live', 2))
    expect(renderer.accepted(next)).toEqual(next)
    expect((await renderer.render(next))?.html).toBe(UNCHANGED)
    expect(started()).not.toContain(live)
    expect(renderer.accepted(jobOf([innocent]))).toBeUndefined()
  })

  it('blames nobody for a process that was killed from outside', async () => {
    await render([innocent])
    const slow = fileOf(
      'slow',
      `exports.remote = { render: () => new Promise((resolve) => setTimeout(() => resolve('slow'), 60)) }`,
    )
    const before = childProcesses()
    const page = render([slow, innocent])
    process.kill(before.at(-1) ?? 0, 'SIGKILL')

    expect(await page).toBe(`slow ${UNCHANGED}`)
    expect(outcomes.map(([outcome]) => outcome)).toEqual(['rendered', 'rendered'])
  })

  it('finds those at fault among the slots of a page, however many they are, and leaves the others in', async () => {
    const hangs = fileOf('hangs', 'exports.remote = { render() { for (;;) {} } }')
    const throws = fileOf('throws', `exports.remote = { render() { throw new Error('broken') } }`)
    const broken = fileOf('broken', `throw new Error('cannot be loaded')`)

    expect(await render([innocent, hangs, innocent, throws, broken])).toBe(`${UNCHANGED} ${UNCHANGED}`)
    expect(outcomes).toEqual([
      ['partly', expect.any(String), expect.arrayContaining([hangs, throws, broken])],
    ])
    expect(outcomes[0]?.[2]).toHaveLength(3)
    expect(await render([hangs])).toBeUndefined()
    expect(outcomes.at(-1)).toEqual(['hung', expect.any(String), [hangs]])
  })
})
