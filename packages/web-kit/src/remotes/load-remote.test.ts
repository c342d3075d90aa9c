import { init } from '@module-federation/enhanced/runtime'
import { replacePageData } from '../page-data'
import { buildApp, testPage } from '../testing'
import { loadedRemote, loadRemoteDefinition, RemoteLoadError, replaceLoadedRemote } from './load-remote'
import { defineRemote, lazyPage, type RemoteDefinition } from './remote-definition'
import { reloadIfDeleted } from './outdated-tab'
import { registerPageRemotes, remoteApps } from './remote-requests'

const definition = defineRemote({ routes: [] })

/** Defines the container of a remote, as running its remote-entry.js does. */
function defineContainer(url: string, remote: RemoteDefinition): void {
  const name = /mfe-([a-z]+)/.exec(url)?.[1]
  Object.assign(globalThis, {
    [`mfe_${name}`]: { init: () => undefined, get: () => Promise.resolve(() => ({ remote })) },
  })
}

/**
 * Responds to requests for remote-entry.js in turn, with a definition or a failure.
 * @returns the requested URLs
 */
function answerEntries(answers: (RemoteDefinition | undefined)[] = []): string[] {
  const requested: string[] = []
  const append = document.head.appendChild.bind(document.head)
  jest.spyOn(document.head, 'appendChild').mockImplementation((node) => {
    append(node)
    if (!(node instanceof HTMLScriptElement)) return node
    requested.push(node.src)
    const answer = answers.shift()
    setTimeout(() => {
      if (answer) defineContainer(node.src, answer)
      node.dispatchEvent(new Event(answer ? 'load' : 'error'))
    })
    return node
  })
  return requested
}

const Page = () => Promise.resolve(() => null)

beforeAll(() => {
  init({ name: 'shell', remotes: [] })
  const apps = ['reviews', 'account', 'browse', 'admin'].map((name) =>
    buildApp(`mfe-${name}`, {}, { version: '7' }),
  )
  replacePageData({ ...testPage, registry: { apps } })
  registerPageRemotes()
})
beforeEach(() => {
  jest.useFakeTimers()
  globalThis.fetch = () => Promise.reject(new TypeError('Failed to fetch'))
  jest.spyOn(console, 'warn').mockImplementation(() => undefined)
})
afterEach(() => {
  jest.useRealTimers()
  jest.restoreAllMocks()
})

describe('loading a remote', () => {
  it('fails after three attempts with separate requests, and reports the version', async () => {
    const requested = answerEntries()

    const failure = loadRemoteDefinition('reviews').catch((error: unknown) => error)
    await jest.runAllTimersAsync()

    expect(await failure).toBeInstanceOf(RemoteLoadError)
    expect(await failure).toMatchObject({ source: 'mfe-reviews@7' })
    expect(new Set(requested).size).toBe(3)
    expect(requested.every((url) => url.includes('/mf/mfe-reviews/7/remote-entry.js'))).toBe(true)
  })

  it('reloads a tab once that is older than the deletion of the version', async () => {
    answerEntries()
    const heads: string[] = []
    globalThis.fetch = (input, init) => {
      heads.push(`${init?.method} ${String(input)}`)
      return Promise.resolve(new Response(null, { status: 404 }))
    }
    const go = jest.spyOn(history, 'go').mockImplementation(() => undefined)

    void loadRemoteDefinition('admin')
    await jest.runAllTimersAsync()
    expect(heads).toEqual(['HEAD /mf/mfe-admin/7/remote-entry.js'])
    expect(go).toHaveBeenCalledWith(0)

    const admin = remoteApps().find(({ app }) => app === 'mfe-admin')
    expect(admin && (await reloadIfDeleted(admin))).toBe(false)
    expect(go).toHaveBeenCalledTimes(1)
    sessionStorage.clear()
  })

  it('does not reload where the version is only unreachable', async () => {
    answerEntries()
    const go = jest.spyOn(history, 'go').mockImplementation(() => undefined)

    const failure = loadRemoteDefinition('browse').catch((error: unknown) => error)
    await jest.runAllTimersAsync()

    expect(await failure).toBeInstanceOf(RemoteLoadError)
    expect(go).not.toHaveBeenCalled()
  })

  it('removes the tags of a failed attempt, for which the next one would wait', async () => {
    answerEntries()
    document.head.innerHTML =
      '<script src="/mf/mfe-reviews/7/a.js"></script><link rel="stylesheet" href="/mf/mfe-reviews/7/a.css"><link rel="icon" href="/mf/shell/1/icon.svg">'

    const failure = loadRemoteDefinition('reviews').catch(() => undefined)
    await jest.runAllTimersAsync()
    await failure

    expect(
      [...document.head.querySelectorAll('script, link')].map((tag) => tag.getAttribute('href')),
    ).toEqual(['/mf/shell/1/icon.svg'])
  })

  it('succeeds on a later attempt, shared by concurrent callers', async () => {
    const requested = answerEntries([undefined, definition])

    const loads = Promise.all([loadRemoteDefinition('reviews'), loadRemoteDefinition('reviews')])
    await jest.runAllTimersAsync()

    expect(await loads).toEqual([definition, definition])
    expect(requested).toHaveLength(2)
    expect(loadedRemote('reviews')).toBe(definition)
  })

  it('does not overwrite what a development server has replaced', async () => {
    const replacement = defineRemote({ routes: [] })

    replaceLoadedRemote('reviews', replacement)

    expect(await loadRemoteDefinition('reviews')).toBe(replacement)
    replaceLoadedRemote('payments', replacement)
    expect(loadedRemote('payments')).toBeUndefined()
  })

  it('includes the code of the requested page and of no other', async () => {
    const [faq, policies] = [jest.fn(Page), jest.fn(Page)]
    answerEntries([defineRemote({ routes: [lazyPage('/faq', faq), lazyPage('/policies', policies)] })])

    const load = loadRemoteDefinition('account', '/faq')
    await jest.runAllTimersAsync()
    await load

    expect(loadedRemote('account')).toBeDefined()
    expect(loadedRemote('account', '/faq')).toBeDefined()
    expect(loadedRemote('account', '/policies')).toBeUndefined()
    await loadRemoteDefinition('account', '/faq')
    expect([faq.mock.calls.length, policies.mock.calls.length]).toEqual([1, 0])
  })

  it('requests the remote again when the code of a page cannot be loaded', async () => {
    const broken = jest.fn(() => Promise.reject(new Error('no answer')))
    const requested = answerEntries([
      defineRemote({ routes: [lazyPage('/faq', broken)] }),
      defineRemote({ routes: [lazyPage('/faq', Page)] }),
    ])

    const load = loadRemoteDefinition('browse', '/faq')
    await jest.runAllTimersAsync()
    await load

    expect(loadedRemote('browse', '/faq')).toBeDefined()
    expect(new Set(requested).size).toBe(2)
  })

  it('fails at once when the remote is not published', async () => {
    await expect(loadRemoteDefinition('payments')).rejects.toThrow('payments cannot be loaded')
  })
})
