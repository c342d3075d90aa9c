import { type RemoteDescriptor } from '@offquad/contracts'
import { appOfRemote, pageApps, replacePageData } from '../page-data'
import { buildApp, testPage } from '../testing'
import { applyOverrides, confirmOverride, overrideProblems, overrideToConfirm } from './overrides'

const live = buildApp('mfe-account', { routes: [{ path: '/faq', title: 'FAQ' }] })

const descriptorOf = (name: string): RemoteDescriptor => ({
  name,
  routes: [{ path: `/${name}`, title: name }],
  slots: [],
})

/** Opens a page with this query; the gateway allows overrides by default. */
function openPage(search: string, allowsOverrides = true): void {
  history.replaceState(null, '', `/faq${search}`)
  replacePageData({ ...testPage, registry: { apps: [live] }, allowsOverrides })
}

/** Mocks the responses of the developer's machine by URL. @returns the requested URLs */
function serve(files: Record<string, unknown>): string[] {
  const requested: string[] = []
  globalThis.fetch = (input) => {
    const url = String(input)
    requested.push(url)
    const exists = url in files
    return Promise.resolve(
      new Response(JSON.stringify(exists ? files[url] : {}), { status: exists ? 200 : 404 }),
    )
  }
  return requested
}

const manifestAt = (port: number) => `http://127.0.0.1:${port}/mf-manifest.json`

async function confirmAndApply(): Promise<void> {
  for (let next = overrideToConfirm(); next; next = overrideToConfirm()) confirmOverride(next)
  await applyOverrides()
}

describe('an override in the URL', () => {
  it('stays confirmed in the tab for that remote and that origin, and for no other', async () => {
    serve({})
    openPage(`?mf.account=${manifestAt(4102)}`)
    await confirmAndApply()

    openPage(`?mf.account=${manifestAt(4102)}`)
    expect(overrideToConfirm()).toBeUndefined()
    openPage(`?mf.account=${manifestAt(4103)}`)
    expect(overrideToConfirm()).toEqual({ name: 'account', manifestUrl: manifestAt(4103) })
    openPage(`?mf.reviews=${manifestAt(4102)}`)
    expect(overrideToConfirm()).toEqual({ name: 'reviews', manifestUrl: manifestAt(4102) })
  })
})

describe('a remote under development', () => {
  it('replaces the routes of the live version by its own', async () => {
    serve({ 'http://127.0.0.1:4110/remote.json': descriptorOf('account') })
    openPage(`?mf.account=${manifestAt(4110)}`)

    await confirmAndApply()

    expect(appOfRemote('account')?.remote?.routes).toEqual([{ path: '/account', title: 'account' }])
    expect(pageApps().filter(({ app }) => app === 'mfe-account')).toHaveLength(1)
  })

  it('need not be in the registry', async () => {
    serve({ 'http://127.0.0.1:4111/remote.json': descriptorOf('hello') })
    openPage(`?mf.hello=${manifestAt(4111)}`)

    await confirmAndApply()

    expect(appOfRemote('hello')).toMatchObject({ app: 'mfe-hello', remote: { name: 'hello' } })
  })

  it.each([
    ['is missing', {}, /answers 404/],
    ['is invalid', { 'http://127.0.0.1:4112/remote.json': { name: 7 } }, /not a remote descriptor/],
    ['names another remote', { 'http://127.0.0.1:4112/remote.json': descriptorOf('browse') }, /"browse"/],
  ])(
    'keeps the live routes and reports the problem when its remote.json %s',
    async (_what, files, reason) => {
      serve(files)
      openPage(`?mf.account=${manifestAt(4112)}`)

      await confirmAndApply()

      expect(appOfRemote('account')).toBe(live)
      expect(overrideProblems().account).toMatch(reason)
    },
  )
})
