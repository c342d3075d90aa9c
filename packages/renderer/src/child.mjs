// The process that renders pages, see ADR 013. It runs code of teams: it knows no secret and no file but its own, and may be killed
// at any time. Remotes see a realm of their own (page-realm.mjs), shared by pages with the same remotes only.
import { randomBytes } from 'node:crypto'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { getHeapStatistics } from 'node:v8'
import vm from 'node:vm'
import { openRealm } from './page-realm.mjs'

/** A remote's module may not run longer than this when it is loaded, in milliseconds: thirty times what one takes, for a busy machine. */
const LOAD_TIMEOUT_MS = 500

/** The same for the shell, which brings all shared packages. */
const SHELL_TIMEOUT_MS = 2_000

/** Realms that are kept, each for another set of remotes: more than the site has kinds of pages. */
const MAX_REALMS = 8

/** Realms may use this part of the heap, so that data which their modules pile up never fills it. */
const PART_OF_HEAP = 0.4

/** The largest page that is sent, in characters: ten times the largest of the product. */
const MAX_LENGTH = 2_000_000

/** Calls of a module loader in any spelling, comments included: its errors would be objects of this realm. */
const IMPORT_CALL = /\bimport(?=\s*(?:\.\s*)?(?:\(|\/[*/]|<!--|-->|source\b|defer\b|meta\b))/g

/** The variable of a context that holds its realm: nothing in there can list it or guess its name. */
const REALM = `realm${randomBytes(16).toString('hex')}`

const open = new vm.Script(`const ${REALM} = (() => {
  const ask = offquadAsk
  delete globalThis.offquadAsk
  return (${openRealm})(ask)
})();${REALM}`)
const step = new vm.Script(`${REALM}.step()`)
const next = new vm.Script(`${REALM}.next()`)
const begin = new vm.Script(`${REALM}.begin()`)
const abort = new vm.Script(`${REALM}.abort()`)

/** All but the query as an object, which pages have of their own. */
const URL_PARTS = Object.entries(Object.getOwnPropertyDescriptors(URL.prototype))
  .filter(([name, { get }]) => get && name !== 'searchParams')
  .map(([name]) => name)
const partsOf = (url) => Object.fromEntries(URL_PARTS.map((name) => [name, url[name]]))
const ANSWERS = {
  readUrl: (text, base) => partsOf(new Address(text, base ?? undefined)),
  changeUrl: (text, name, value) => partsOf(Object.assign(new Address(text), { [name]: value })),
  readQuery: (text) => [...new Query(text)],
  writeQuery: (pairs) => new Query(pairs).toString(),
  readPage: () => page,
}

/** Modules of teams by file; a text that is no script stays a message. */
const modules = new Map()

/** Realms by the files that are loaded in them; the one that was used last is the last. */
const realms = new Map()
/** The realm that may run code now. */
let current
/** The page that it renders. */
let page

// Beyond the standard nothing is left that code which got out could use.
const standard = new Set(vm.runInNewContext('Object.getOwnPropertyNames(globalThis)'))
const { URL: Address, URLSearchParams: Query } = globalThis
for (const name of Object.getOwnPropertyNames(globalThis)) if (!standard.has(name)) delete globalThis[name]

process.on('message', (message) => void handle(message).catch(() => process.exit(1)))
process.on('disconnect', () => process.exit())
// In a browser, it would not end the page. The error is an object of the page: only the page may look at it.
process.on('unhandledRejection', (error) => current?.complain(error))

async function handle({ id, sources, ...job }) {
  for (const [file, source] of Object.entries(sources)) modules.set(file, compile(file, source))
  const made = await render(job, (unloadable) => process.send({ id, unloadable }))
  process.send({ id, ...made })
}

async function render(job, onLoaded) {
  const { template, url, data, remotes, isForReads } = job
  const files = [job.shell, ...remotes.map(({ file }) => file)].join('\n')
  const opened = realms.get(files) ?? createRealm(job)
  // Until the page has succeeded, the realm is not kept: nothing that went wrong in it may reach another page.
  realms.delete(files)
  const { context, realm, failure, failures, unloadable } = opened
  if (failure) return { error: `the shell cannot be loaded: ${failure}`, isShell: true }
  current = realm
  // From here on it has less time.
  onLoaded(unloadable)
  page = { template, url, data, isForReads, names: remotes.map(({ name, file }) => [name, file]) }
  try {
    run(begin, context)
    const made = checked(await resultOf(context), failures)
    if (!made.failures?.length && !unloadable.length) keep(files, opened)
    return { page: made }
  } catch (error) {
    return { error: error.message }
  }
}

function keep(files, opened) {
  realms.set(files, opened)
  const [oldest] = realms.keys()
  if (realms.size > MAX_REALMS) realms.delete(oldest)
  const { used_heap_size: used, external_memory: external, heap_size_limit: limit } = getHeapStatistics()
  if (used + external > PART_OF_HEAP * limit) realms.clear()
}

/** A context with the globals of a page, the shell, and those remotes that can be loaded. */
function createRealm({ shell, remotes }) {
  const sandbox = Object.assign(Object.create(null), { offquadAsk: answer })
  const context = vm.createContext(sandbox, {
    codeGeneration: { strings: false, wasm: false },
    // Pending microtasks run only while a page of this realm does.
    microtaskMode: 'afterEvaluate',
  })
  const realm = run(open, context)
  const failure = load(context, shell, SHELL_TIMEOUT_MS)
  const messages = failure ? [] : remotes.map(({ file }) => load(context, file, LOAD_TIMEOUT_MS))
  return {
    context,
    realm,
    failure,
    failures: remotes.flatMap(({ name }, index) => (messages[index] ? [`${name}: ${messages[index]}`] : [])),
    unloadable: remotes.flatMap(({ file }, index) => (messages[index] ? [file] : [])),
  }
}

/** @returns a message when it fails */
function load(context, file, timeout) {
  const module = modules.get(file)
  if (typeof module === 'string') return module
  try {
    const message = run(module, context, timeout)
    return typeof message === 'string' ? message : ''
  } catch (error) {
    return error.message
  }
}

function compile(file, source) {
  if (source === null) return 'it cannot be read'
  const code = source.replace(IMPORT_CALL, 'refuseImport')
  try {
    return new vm.Script(
      `${REALM}.define(${JSON.stringify(file)}, function (exports, require, module) {${code}\n})`,
      { filename: file },
    )
  } catch (error) {
    return error.message
  }
}

/** Runs a script. Nobody looks at what a page throws: it may be anything. */
function run(script, context, timeout) {
  try {
    return script.runInContext(context, { displayErrors: false, ...(timeout && { timeout }) })
  } catch {
    throw new Error(timeout ? `it failed, or timed out after ${timeout} ms` : 'it failed')
  }
}

/** Time to render, in milliseconds; the browser renders the rest. The parent kills this process soon after. */
const RENDER_TIMEOUT_MS = 100

/** Time to finish without the unready parts, in milliseconds. */
const FINISH_TIMEOUT_MS = 300

/** Lets the page go on until it is finished, or for as long as it may. */
async function resultOf(context) {
  let deadline = Date.now() + RENDER_TIMEOUT_MS
  let isAborted = false
  for (;;) {
    run(step, context)
    const made = run(next, context)
    if (typeof made === 'string') return JSON.parse(made)
    const left = deadline - Date.now()
    if (made >= 0 && left > 0) {
      if (made > 0) await sleep(Math.min(made, left))
      continue
    }
    if (isAborted) throw new Error('it waits for what does not come')
    isAborted = true
    deadline += FINISH_TIMEOUT_MS
    run(abort, context)
  }
}

/** @throws when a shell returns anything but a page that is worth sending */
function checked({ error, html, styles, remotes, failures, reads }, moreFailures) {
  if (error !== undefined) throw new Error(error)
  const texts = (values) => Array.from(values, String)
  if (reads) return { reads: texts(reads) }
  if (typeof html !== 'string' || typeof styles !== 'string') throw new Error('the shell returned no page')
  if (html.length + styles.length > MAX_LENGTH)
    throw new Error(`the page has more than ${MAX_LENGTH} characters`)
  return { html, styles, remotes: texts(remotes), failures: [...moreFailures, ...texts(failures)] }
}

/** Answers what a page asks for, as JSON. Never throws, so that no error of this realm gets into a page. */
function answer(request) {
  try {
    const [question, ...values] = JSON.parse(request)
    return JSON.stringify(ANSWERS[question](...values))
  } catch {
    return 'null'
  }
}
