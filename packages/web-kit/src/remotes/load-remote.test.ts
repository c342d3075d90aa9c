import { init } from '@module-federation/enhanced/runtime'
import { replacePageData } from '../page-data'
import { testUniversity } from '../testing'
import { loadedRemote, loadRemoteDefinition, RemoteLoadError, replaceLoadedRemote } from './load-remote'
import { defineRemote } from './remote-definition'
import { registerPageRemotes } from './remote-requests'

const manifest = {
  id: 'mfe_reviews',
  name: 'mfe_reviews',
  metaData: {
    name: 'mfe_reviews',
    type: 'app',
    buildInfo: { buildVersion: '1', buildName: 'mfe-reviews' },
    remoteEntry: { name: 'remote-entry.js', path: '', type: 'global' },
    types: { path: '', name: '', api: '', zip: '' },
    globalName: 'mfe_reviews',
    publicPath: 'auto',
  },
  shared: [],
  remotes: [],
  exposes: [
    {
      id: 'mfe_reviews:remote',
      name: 'remote',
      path: './remote',
      assets: { js: { sync: [], async: [] }, css: { sync: [], async: [] } },
    },
  ],
}
const definition = defineRemote({ routes: [] })

/** The side effects of running remote-entry.js. */
function defineContainer(): void {
  Object.assign(globalThis, {
    mfe_reviews: { init: () => undefined, get: () => Promise.resolve(() => ({ remote: definition })) },
  })
}

function answerManifest(answers: (() => unknown)[]): string[] {
  const asked: string[] = []
  globalThis.fetch = (url) => {
    asked.push(String(url))
    const answer = answers.shift()
    if (!answer) return Promise.reject(new TypeError('Failed to fetch'))
    defineContainer()
    // The part of Response that is used.
    return Promise.resolve({ json: () => Promise.resolve(answer()) } as Response)
  }
  return asked
}

beforeAll(() => {
  init({ name: 'shell', remotes: [] })
  const remote = { name: 'reviews', routes: [], slots: [] }
  const app = { app: 'mfe-reviews', version: '7', baseUrl: '/mf/mfe-reviews/7/', remote }
  replacePageData({ registry: { apps: [app] }, university: testUniversity, manifests: {}, answers: [] })
  registerPageRemotes()
})
beforeEach(() => {
  jest.useFakeTimers()
  jest.spyOn(console, 'warn').mockImplementation(() => undefined)
})
afterEach(() => {
  jest.useRealTimers()
  jest.restoreAllMocks()
})

describe('loading a remote', () => {
  it('fails after three attempts with separate requests, and reports the version', async () => {
    const asked = answerManifest([])

    const failure = loadRemoteDefinition('reviews').catch((error: unknown) => error)
    await jest.runAllTimersAsync()

    expect(await failure).toBeInstanceOf(RemoteLoadError)
    expect(await failure).toMatchObject({ source: 'mfe-reviews@7' })
    expect(new Set(asked).size).toBe(3)
    expect(asked.every((url) => url.includes('/mf/mfe-reviews/7/mf-manifest.json'))).toBe(true)
  })

  it('removes the tags of a failed attempt, for which the next one would wait', async () => {
    answerManifest([])
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
    const asked = answerManifest([() => ({ not: 'a manifest' }), () => manifest])

    const loads = Promise.all([loadRemoteDefinition('reviews'), loadRemoteDefinition('reviews')])
    await jest.runAllTimersAsync()

    expect(await loads).toEqual([definition, definition])
    expect(asked).toHaveLength(2)
    expect(loadedRemote('reviews')).toBe(definition)
  })

  it('does not overwrite what a development server has replaced', async () => {
    const replacement = defineRemote({ routes: [] })

    replaceLoadedRemote('reviews', replacement)

    expect(await loadRemoteDefinition('reviews')).toBe(replacement)
    replaceLoadedRemote('payments', replacement)
    expect(loadedRemote('payments')).toBeUndefined()
  })

  it('fails at once when the remote is not published', async () => {
    await expect(loadRemoteDefinition('payments')).rejects.toThrow('payments cannot be loaded')
  })
})
