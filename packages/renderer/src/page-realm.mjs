/**
 * Makes the globals of pages, all of them in the realm that calls it: its text is evaluated in a context of its own, so it may
 * use nothing from outside of it. Nothing of the process gets in but `ask`, which stays in here: it takes and returns text.
 * @param {(request: string) => string} ask what only the process knows, as JSON: addresses and queries, parsed and written
 */
export function openRealm(ask) {
  'use strict'
  const { parse, stringify } = JSON
  const { defineProperty, freeze, getOwnPropertyDescriptors, getPrototypeOf, hasOwn } = Object
  const now = Date.now
  const answerTo = (...request) => {
    try {
      return parse(ask(stringify(request)))
    } catch {
      // Also where the stack is full: an error of the process must not get in.
      return null
    }
  }
  let failures = []
  const messageOf = (error) => {
    try {
      return String(error?.message ?? error)
    } catch {
      return 'an error without a message'
    }
  }
  const attempt = (callback, ...values) => {
    try {
      callback(...values)
    } catch (error) {
      failures.push(messageOf(error))
    }
  }

  const timers = new Map()
  let lastTimer = 0
  function setTimeout(callback, ms, ...values) {
    lastTimer += 1
    timers.set(lastTimer, { due: now() + (Number(ms) || 0), run: () => attempt(callback, ...values) })
    return lastTimer
  }
  const firstTimer = () =>
    [...timers].reduce((first, timer) => (first[1]?.due <= timer[1].due ? first : timer), [])
  const clearTimeout = (timer) => void timers.delete(timer)
  const queueMicrotask = (callback) => void Promise.resolve().then(() => attempt(callback))

  class AbortController {
    #listeners = new Set()
    signal = {
      aborted: false,
      reason: undefined,
      addEventListener: (_type, listener) => void this.#listeners.add(listener),
      removeEventListener: (_type, listener) => void this.#listeners.delete(listener),
      throwIfAborted() {
        if (this.aborted) throw this.reason
      },
    }
    abort(reason = new Error('aborted')) {
      if (this.signal.aborted) return
      Object.assign(this.signal, { aborted: true, reason })
      for (const listener of this.#listeners) attempt(listener, { type: 'abort', target: this.signal })
    }
  }

  /**
   * React writes bytes, which a shell turns into text again: here a chunk keeps its text. Its length is above that of the chunks which
   * React copies into larger ones.
   */
  class TextEncoder {
    encode(text = '') {
      return { byteLength: 4097, text }
    }
  }
  class TextDecoder {
    decode(chunk) {
      return chunk?.text ?? ''
    }
  }

  /** The subset that React writes to and a shell reads from. */
  class ReadableStream {
    #source
    #text = ''
    #waiting = []
    #end
    #controller
    constructor(source = {}) {
      this.#source = source
      this.#controller = {
        desiredSize: 1,
        byobRequest: null,
        enqueue: (chunk) => this.#settle(() => (this.#text += chunk.text)),
        close: () => this.#settle(() => (this.#end = { done: true, value: undefined })),
        error: (error) => this.#settle(() => (this.#end = Promise.reject(error))),
      }
      source.start?.(this.#controller)
    }
    #settle(change) {
      change()
      while (this.#waiting.length > 0 && (this.#text || this.#end)) this.#waiting.shift()(this.#next())
    }
    #next() {
      if (!this.#text) return this.#end
      const text = this.#text
      this.#text = ''
      return { done: false, value: { text } }
    }
    getReader() {
      const read = async () => {
        if (this.#text || this.#end) return this.#next()
        const next = new Promise((resolve) => this.#waiting.push(resolve))
        await this.#source.pull?.(this.#controller)
        return next
      }
      return { read, releaseLock: () => undefined, cancel: async (reason) => this.#source.cancel?.(reason) }
    }
  }

  class URLSearchParams {
    #pairs
    #onChange
    constructor(init = '', onChange = () => undefined) {
      this.#onChange = onChange
      const isList = typeof init === 'object' && typeof init?.[Symbol.iterator] === 'function'
      if (isList) this.#pairs = [...init].map(([name, value]) => [`${name}`, `${value}`])
      else if (typeof init === 'object' && init)
        this.#pairs = Object.entries(init).map(([name, value]) => [name, `${value}`])
      else this.#pairs = answerTo('readQuery', `${init}`) ?? []
    }
    #change(pairs) {
      this.#pairs = pairs
      this.#onChange(this.toString())
    }
    get size() {
      return this.#pairs.length
    }
    append(name, value) {
      this.#change([...this.#pairs, [`${name}`, `${value}`]])
    }
    delete(name, value) {
      this.#change(
        this.#pairs.filter(
          (pair) => pair[0] !== `${name}` || (value !== undefined && pair[1] !== `${value}`),
        ),
      )
    }
    getAll(name) {
      return this.#pairs.flatMap((pair) => (pair[0] === `${name}` ? [pair[1]] : []))
    }
    get(name) {
      return this.getAll(name)[0] ?? null
    }
    has(name, value) {
      return this.getAll(name).some((stored) => value === undefined || stored === `${value}`)
    }
    set(name, value) {
      const at = this.#pairs.findIndex((pair) => pair[0] === `${name}`)
      const unique = this.#pairs.filter((pair, index) => pair[0] !== `${name}` || index === at)
      this.#change(at < 0 ? [...unique, [`${name}`, `${value}`]] : unique.with(at, [`${name}`, `${value}`]))
    }
    sort() {
      this.#change(this.#pairs.toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)))
    }
    forEach(callback, self) {
      for (const [name, value] of this.#pairs) callback.call(self, value, name, this)
    }
    entries() {
      return this.#pairs.map((pair) => [...pair]).values()
    }
    keys() {
      return this.#pairs.map(([name]) => name).values()
    }
    values() {
      return this.#pairs.map(([, value]) => value).values()
    }
    [Symbol.iterator]() {
      return this.entries()
    }
    toString() {
      return answerTo('writeQuery', this.#pairs) ?? ''
    }
  }

  class URL {
    #parts
    #searchParams
    constructor(input, base) {
      this.#parts = answerTo('readUrl', `${input}`, base === undefined ? null : `${base}`)
      if (!this.#parts) throw new TypeError('Invalid URL')
    }
    static canParse = (input, base) => URL.parse(input, base) !== null
    static parse(input, base) {
      try {
        return new URL(input, base)
      } catch {
        return null
      }
    }
    static {
      for (const name of Object.keys(answerTo('readUrl', 'http://localhost', null)))
        defineProperty(this.prototype, name, {
          configurable: true,
          enumerable: true,
          get() {
            return this.#parts[name]
          },
          set(value) {
            this.#parts = answerTo('changeUrl', this.#parts.href, name, `${value}`) ?? this.#parts
            this.#searchParams = undefined
          },
        })
    }
    get searchParams() {
      this.#searchParams ??= new URLSearchParams(this.#parts.search, (search) => {
        const kept = this.#searchParams
        this.search = search
        this.#searchParams = kept
      })
      return this.#searchParams
    }
    toString() {
      return this.#parts.href
    }
    toJSON() {
      return this.#parts.href
    }
  }
  const silent = () => undefined
  const globals = {
    AbortController,
    ReadableStream,
    TextDecoder,
    TextEncoder,
    URL,
    URLSearchParams,
    clearTimeout,
    queueMicrotask,
    setTimeout,
    performance: { now },
    console: { log: silent, info: silent, warn: silent, error: silent, debug: silent },
    refuseImport: () => Promise.reject(new Error('modules on the server load nothing')),
  }
  // The process writes stacks; where the stack is full, an error of it would get in.
  delete Error.stackTraceLimit
  // They would run code when the page is over, or share memory.
  for (const name of ['Atomics', 'FinalizationRegistry', 'SharedArrayBuffer', 'WebAssembly', 'WeakRef'])
    delete globalThis[name]
  for (const [name, value] of Object.entries(globals))
    defineProperty(globalThis, name, { value, configurable: true })

  const frozen = new Set()
  /** Prototypes whose members libraries replace in what inherits from them. */
  const common = new Set(
    [Array, Function, Object, Error, TypeError, RangeError, SyntaxError, EvalError].map(
      ({ prototype }) => prototype,
    ),
  )
  /** Freezes a built-in and everything reachable from it. Objects that inherit from it can still define members of the same names. */
  function freezeAll(value) {
    if (value === null || (typeof value !== 'object' && typeof value !== 'function') || frozen.has(value))
      return
    frozen.add(value)
    freezeAll(getPrototypeOf(value))
    const members = getOwnPropertyDescriptors(value)
    for (const key of Reflect.ownKeys(members)) {
      const { value: member, get, set, writable, configurable, enumerable } = members[key]
      for (const part of [member, get, set]) freezeAll(part)
      if (!common.has(value) || !writable || !configurable || typeof key === 'symbol') continue
      defineProperty(value, key, {
        enumerable,
        get: freeze(() => member),
        set: freeze(function (replacement) {
          if (this === value) throw new TypeError(`${key} is frozen`)
          defineProperty(this, key, {
            value: replacement,
            writable: true,
            enumerable: true,
            configurable: true,
          })
        }),
      })
    }
    freeze(value)
  }
  freezeAll(async function* () {})
  freezeAll(async () => undefined)
  freezeAll(function* () {})
  for (const iterator of [
    [].values(),
    new Map().keys(),
    new Set().keys(),
    ''[Symbol.iterator](),
    'x'.matchAll(/x/g),
  ])
    freezeAll(getPrototypeOf(iterator))
  for (const name of Reflect.ownKeys(globalThis)) {
    if (name === 'globalThis') continue
    const value = globalThis[name]
    freezeAll(value)
    defineProperty(globalThis, name, { value, writable: false, configurable: false, enumerable: false })
  }

  let shell
  const remotes = new Map()
  function require(id) {
    if (shell && hasOwn(shell.shared, id)) return shell.shared[id]
    throw new Error(shell ? `${id} is not shared by the shell` : 'the shell requires nothing')
  }
  let aborter
  let result
  return freeze({
    /** Runs a CommonJS module; that of the shell is the first. @returns a message when it fails */
    define(file, body) {
      try {
        const module = { exports: {} }
        body.call(undefined, module.exports, require, module)
        const { exports } = module
        if (shell && !exports.remote) return 'it exports no remote'
        if (shell) remotes.set(file, exports.remote)
        else shell = { render: exports.render, reads: exports.reads, shared: { ...exports.shared } }
        for (const shared of Object.values(exports.shared ?? {})) freeze(freeze(shared).default)
        return ''
      } catch (error) {
        return messageOf(error)
      }
    },
    begin() {
      const { template, url, data, names, isForReads } = answerTo('readPage')
      result = undefined
      failures = []
      timers.clear()
      aborter = new AbortController()
      const loaded = names.filter(([, file]) => remotes.has(file))
      const page = {
        template,
        url,
        data: parse(data),
        remotes: Object.fromEntries(loaded.map(([name, file]) => [name, remotes.get(file)])),
        signal: aborter.signal,
      }
      const finish = (made) => void (result = stringify(made))
      new Promise((resolve) => resolve(isForReads ? shell.reads(page) : shell.render(page)))
        .then((made) => {
          if (isForReads) return finish({ reads: [...made] })
          const { html, styles, remotes: shown, failures: left } = made
          return finish({ html, styles, remotes: [...shown], failures: [...failures, ...left] })
        })
        .catch((error) => finish({ error: messageOf(error) }))
    },
    abort: () => aborter.abort(new Error('time is up')),
    /** Runs the timer that is due first. */
    step() {
      const [id, timer] = firstTimer()
      if (!timer || timer.due > now()) return
      timers.delete(id)
      timer.run()
    },
    /** @returns what the page became, or how many milliseconds nothing happens, or -1: nothing ever will */
    next() {
      const [, timer] = firstTimer()
      return result ?? (timer ? Math.max(timer.due - now(), 0) : -1)
    },
    complain: (error) => failures.push(messageOf(error)),
  })
}
