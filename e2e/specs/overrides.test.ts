import { createReadStream } from 'node:fs'
import { createServer } from 'node:http'
import { type AddressInfo } from 'node:net'
import path from 'node:path'
import { type Browser, type Page } from 'playwright-core'
import { launchBrowser, openPage } from '../src/browser'
import { startGateway } from '../src/gateway'
import { REPOSITORY } from '../src/platform'
import { openSignedIn } from '../src/sign-in'
import { type DevelopmentServer, startDevelopmentServer } from '../src/slice-under-development'

/** Serves the built slice from a separate origin, like a developer's machine. */
async function serveSlice(app: string) {
  const requested: string[] = []
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    requested.push(pathname)
    response.setHeader('access-control-allow-origin', '*')
    const folder = pathname === '/remote.json' ? app : path.join(app, 'dist')
    const file = createReadStream(path.join(REPOSITORY, folder, path.basename(pathname)))
    if (pathname.endsWith('.css')) response.setHeader('content-type', 'text/css')
    file.on('error', () => response.writeHead(404).end()).pipe(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { requested, manifest: `http://127.0.0.1:${port}/mf-manifest.json`, close: () => server.close() }
}

/** Confirms that the page may load code from this machine. */
async function agreeToLoad(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Load' }).click()
}

describe('a developer', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launchBrowser()
  })
  afterAll(() => browser.close())
  let development: DevelopmentServer | undefined
  afterEach(async () => {
    await development?.close()
    development = undefined
  })

  it('loads one slice from their machine, sees a notice, and reverts with one click', async () => {
    const slice = await serveSlice('mfe-account')
    const { page } = await openPage(browser)
    await page.goto(`/faq?mf.account=${encodeURIComponent(slice.manifest)}`)
    await agreeToLoad(page)

    await page.getByRole('heading', { name: 'Frequently Asked Questions' }).waitFor()
    expect(slice.requested).toContain('/remote-entry.js')
    await page.getByText(`account comes from ${new URL(slice.manifest).origin}`).waitFor()
    await page.getByRole('link', { name: 'Home' }).first().click()
    await page
      .getByText(/^account comes from/)
      .or(page.getByText('comes from'))
      .first()
      .waitFor()
    await page.goto('/faq')
    await page.getByText('comes from').first().waitFor()

    await page.getByRole('button', { name: 'Reset' }).click()
    await page.getByText('comes from').first().waitFor({ state: 'detached' })
    await page.getByRole('heading', { name: 'Frequently Asked Questions' }).waitFor()
    slice.close()
    await page.context().close()
  })

  it('must confirm before a link loads code from their machine', async () => {
    const slice = await serveSlice('mfe-account')
    const { page } = await openPage(browser)
    await page.goto(`/faq?mf.account=${encodeURIComponent(slice.manifest)}`)
    const { origin } = new URL(slice.manifest)

    await page.getByRole('heading', { name: `Load mfe-account from ${origin} on this page?` }).waitFor()
    await page.getByRole('button', { name: 'Not now' }).click()

    await page.getByRole('heading', { name: 'Frequently Asked Questions' }).waitFor()
    expect(slice.requested).toEqual([])
    expect(page.url()).not.toContain('mf.account')
    await page.reload()
    await page.getByRole('heading', { name: 'Frequently Asked Questions' }).waitFor()
    expect(slice.requested).toEqual([])
    slice.close()
    await page.context().close()
  })

  it('sees their slice under development on any page, updated on changes', async () => {
    development = await startDevelopmentServer(path.join(REPOSITORY, 'mfe-account'))
    const { manifest } = development
    const { page, problems } = await openPage(browser)
    const socket = page.waitForEvent('websocket')
    await page.goto(`/faq?mf.account=${encodeURIComponent(manifest)}`)
    await agreeToLoad(page)

    await page.locator('summary', { hasText: 'Are reviews anonymous' }).click()
    await page.getByText(/A published review never shows your name/).waitFor()
    expect((await socket).url()).toBe(manifest.replace(/^http(.*)\/mf-manifest.json$/, 'ws$1/ws'))
    expect(problems).toEqual([])
    await page.context().close()
  })

  it('gets the live version when their machine does not respond', async () => {
    const { page } = await openPage(browser)
    await page.goto('/faq?mf.account=http://127.0.0.1:9/mf-manifest.json')
    await agreeToLoad(page)

    await page.getByText('comes from').first().waitFor()
    await page.getByText('comes from').first().waitFor({ state: 'detached' })

    await page.getByRole('heading', { name: 'Frequently Asked Questions' }).waitFor()
    expect(page.url()).not.toContain('mf.account')
    await page.context().close()
  })

  it.each([
    ['developer@cornell.edu', true],
    ['theo.okafor@cornell.edu', false],
  ])('needs the role developer when overrides are restricted: %s', async (email, isAllowed) => {
    const slice = await serveSlice('mfe-account')
    const gateway = await startGateway({ MF_OVERRIDES: 'developers' })
    const { page } = await openPage(browser, undefined, gateway.url)
    const refreshed = page.waitForResponse('**/api/auth/refresh')
    await openSignedIn(page, email, `/faq?mf.account=${encodeURIComponent(slice.manifest)}`)

    if (isAllowed) await agreeToLoad(page)
    await page.getByRole('heading', { name: 'Frequently Asked Questions' }).waitFor()
    if (isAllowed) await page.getByText(`account comes from ${new URL(slice.manifest).origin}`).waitFor()
    else await refreshed
    expect(slice.requested.length > 0).toBe(isAllowed)
    await page.context().close()
    await gateway.stop()
    slice.close()
  })

  it('cannot load a slice from any other host', async () => {
    const { page } = await openPage(browser)
    const requested: string[] = []
    page.on('request', (request) => requested.push(request.url()))
    await page.goto('/faq?mf.account=http://evil.example/mf-manifest.json')

    await page.getByRole('heading', { name: 'Frequently Asked Questions' }).waitFor()

    expect(requested.filter((url) => url.startsWith('http://evil'))).toEqual([])
    expect(await page.getByText('comes from').count()).toBe(0)
    await page.context().close()
  })
})
