// The process that renders pages, see ADR 032. It runs code of teams: it knows no secret, no database and no network, and may be
// killed at any time.
import { readFileSync } from 'node:fs'
import vm from 'node:vm'

/** A remote's module may not run longer than this when it is loaded, in milliseconds. */
const LOAD_TIMEOUT_MS = 250

/** What is not ready by then is left to the browser, in milliseconds. The parent kills this process soon after. */
const RENDER_TIMEOUT_MS = 100

/** The largest page that is sent, in characters: ten times the largest of the product. */
const MAX_LENGTH = 2_000_000

/** Loaded shells by file, each with the remotes that were loaded into it. */
const shells = new Map()

/** Collects what is thrown outside of the page's own calls, by a promise that nobody awaits or in a timer. */
let stray = []

process.on('message', (job) => {
  stray = []
  render(job).then(
    (page) => reply(job, { page }),
    (error) => reply(job, { error: messageOf(error) }),
  )
})
process.on('disconnect', () => process.exit())
// In a browser, neither would end the page.
process.on('unhandledRejection', (error) => stray.push(messageOf(error)))
process.on('uncaughtException', (error) => stray.push(messageOf(error)))

function reply({ id }, result) {
  process.send?.({ id, heapBytes: process.memoryUsage().heapUsed, ...result })
}

async function render({ id, shell, remotes, template, url, data }) {
  const host = shellOf(shell)
  const loaded = {}
  const failures = []
  const unloadable = []
  for (const remote of remotes) {
    try {
      loaded[remote.name] = remoteOf(host, remote)
    } catch (error) {
      failures.push(`${remote.name}: ${messageOf(error)}`)
      unloadable.push(remote.file)
    }
  }
  // From here on it has less time.
  process.send?.({ id, unloadable })
  const aborter = new AbortController()
  const timer = setTimeout(() => aborter.abort(new Error('time is up')), RENDER_TIMEOUT_MS)
  try {
    const page = await host.render({
      template,
      url,
      data: host.parse(data),
      remotes: loaded,
      signal: aborter.signal,
    })
    return checked(page, [...failures, ...stray])
  } finally {
    clearTimeout(timer)
    host.clearTimers()
  }
}

/** @throws when a shell returns anything but a page that is worth sending */
function checked({ html, styles, remotes, failures, calls = [] }, moreFailures) {
  if (typeof html !== 'string' || typeof styles !== 'string') throw new Error('the shell returned no page')
  if (html.length + styles.length > MAX_LENGTH)
    throw new Error(`the page has more than ${MAX_LENGTH} characters`)
  const texts = (values) => Array.from(values, String)
  return {
    html,
    styles,
    remotes: texts(remotes),
    failures: [...moreFailures, ...texts(failures)],
    calls: texts(calls),
  }
}

function shellOf(file) {
  const known = shells.get(file)
  if (known) return known
  const { globals, clearTimers } = globalsOfPage()
  const context = vm.createContext(globals, { codeGeneration: { strings: false, wasm: false } })
  const { render: renderPage, shared } = evaluate(context, file, () => {
    throw new Error('the shell requires nothing')
  })
  const host = {
    render: renderPage,
    parse: vm.runInContext('JSON.parse', context),
    remotes: new Map(),
    clearTimers,
    context,
    shared,
  }
  shells.set(file, host)
  return host
}

function remoteOf({ remotes, context, shared }, { file }) {
  const known = remotes.get(file)
  if (known) return known
  const require = (name) => {
    const module = Object.hasOwn(shared, name) ? shared[name] : undefined
    if (!module) throw new Error(`${name} is not shared by the shell`)
    return module
  }
  const { remote } = evaluate(context, file, require, LOAD_TIMEOUT_MS)
  if (!remote) throw new Error('it exports no remote')
  remotes.set(file, remote)
  return remote
}

/** Runs a CommonJS file in the context; a loop without end is interrupted after `timeout` milliseconds. */
function evaluate(context, file, require, timeout) {
  const script = new vm.Script(
    `(module, require) => (function (exports) {${readFileSync(file, 'utf8')}\n}).call(undefined, module.exports)`,
    { filename: file },
  )
  const module = { exports: {} }
  const load = script.runInContext(context)
  // Calling it from here would not be interrupted.
  Object.assign(context, { offquadLoad: () => load(module, require) })
  try {
    vm.runInContext('offquadLoad()', context, timeout ? { timeout } : {})
  } finally {
    delete context.offquadLoad
  }
  return module.exports
}

/** The globals of a page on the server: what browsers and servers have in common, without a network. */
function globalsOfPage() {
  const timers = new Set()
  const silent = () => undefined
  const globals = {
    AbortController,
    AbortSignal,
    ReadableStream,
    TextDecoder,
    TextEncoder,
    URL,
    URLSearchParams,
    queueMicrotask,
    structuredClone,
    performance: { now: () => performance.now() },
    console: { log: silent, info: silent, warn: silent, error: silent, debug: silent },
    setTimeout(callback, ms, ...values) {
      const timer = setTimeout(() => {
        timers.delete(timer)
        callback(...values)
      }, ms)
      timers.add(timer)
      return timer
    },
    clearTimeout(timer) {
      timers.delete(timer)
      clearTimeout(timer)
    },
  }
  // What a page left running would take time from the next.
  const clearTimers = () => {
    for (const timer of timers) clearTimeout(timer)
    timers.clear()
  }
  return { globals, clearTimers }
}

const messageOf = (error) =>
  error instanceof Error || error?.message ? String(error.message) : String(error)
