import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { createServer } from 'node:http'
import { type AddressInfo } from 'node:net'
import path from 'node:path'
import { type Browser } from 'playwright-core'
import { launchBrowser, openPage } from '../src/browser'
import { startGateway } from '../src/gateway'
import { freePort, REPOSITORY, waitFor } from '../src/platform'
import { openSignedIn } from '../src/sign-in'

/** What a developer's machine serves: the built slice from an origin of its own. */
async function serveSlice(app: string) {
  const asked: string[] = []
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    asked.push(pathname)
    response.setHeader('access-control-allow-origin', '*')
    const file = createReadStream(path.join(REPOSITORY, app, 'dist', path.basename(pathname)))
    if (pathname.endsWith('.css')) response.setHeader('content-type', 'text/css')
    file.on('error', () => response.writeHead(404).end()).pipe(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { asked, manifest: `http://127.0.0.1:${port}/mf-manifest.json`, close: () => server.close() }
}

/** What `npm run dev` starts. */
async function serveUnderDevelopment(app: string) {
  const port = await freePort()
  const webpack = path.join(REPOSITORY, 'node_modules/webpack/bin/webpack.js')
  const child = spawn(process.execPath, [webpack, 'serve', '--port', String(port)], {
    cwd: path.join(REPOSITORY, app),
    stdio: 'ignore',
  })
  const manifest = `http://127.0.0.1:${port}/mf-manifest.json`
  await waitFor('the slice under development', async () => (await fetch(manifest)).ok, 90_000)
  return {
    manifest,
    async close() {
      child.kill('SIGINT')
      await once(child, 'exit')
    },
  }
}

describe('a developer', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launchBrowser()
  })
  afterAll(() => browser.close())

  it('has one slice come from their machine, sees that, and goes back with one click', async () => {
    const slice = await serveSlice('mfe-account')
    const { page } = await openPage(browser)
    await page.goto(`/faq?mf.account=${encodeURIComponent(slice.manifest)}`)

    await page.getByRole('heading', { name: 'Frequently Asked Questions' }).waitFor()
    expect(slice.asked).toContain('/remote-entry.js')
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

  it('sees their slice under development on any page, which hears when it changes', async () => {
    const slice = await serveUnderDevelopment('mfe-account')
    const { page, problems } = await openPage(browser)
    const socket = page.waitForEvent('websocket')
    await page.goto(`/faq?mf.account=${encodeURIComponent(slice.manifest)}`)

    await page.getByRole('button', { name: /Are reviews anonymous/ }).click()
    await page.getByText(/A published review never shows your name/).waitFor()
    expect((await socket).url()).toBe(slice.manifest.replace(/^http(.*)\/mf-manifest.json$/, 'ws$1/ws'))
    expect(problems).toEqual([])
    await page.context().close()
    await slice.close()
  })

  it('is back at what is live by itself when their machine does not answer', async () => {
    const { page } = await openPage(browser)
    await page.goto('/faq?mf.account=http://127.0.0.1:9/mf-manifest.json')

    await page.getByText('comes from').first().waitFor()
    await page.getByText('comes from').first().waitFor({ state: 'detached' })

    await page.getByRole('heading', { name: 'Frequently Asked Questions' }).waitFor()
    expect(page.url()).not.toContain('mf.account')
    await page.context().close()
  })

  it.each([
    ['developer@cornell.edu', true],
    ['theo.okafor@cornell.edu', false],
  ])('needs the role where not everybody may: %s', async (email, isAllowed) => {
    const slice = await serveSlice('mfe-account')
    const gateway = await startGateway({ MF_OVERRIDES: 'developers' })
    const { page } = await openPage(browser, undefined, gateway.url)
    const asked = page.waitForResponse('**/api/auth/refresh')
    await openSignedIn(page, email, `/faq?mf.account=${encodeURIComponent(slice.manifest)}`)

    await page.getByRole('heading', { name: 'Frequently Asked Questions' }).waitFor()
    if (isAllowed) await page.getByText(`account comes from ${new URL(slice.manifest).origin}`).waitFor()
    else await asked
    expect(slice.asked.length > 0).toBe(isAllowed)
    await page.context().close()
    await gateway.stop()
    slice.close()
  })

  it('cannot have it come from anywhere else', async () => {
    const { page } = await openPage(browser)
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await page.goto('/faq?mf.account=http://evil.example/mf-manifest.json')

    await page.getByRole('heading', { name: 'Frequently Asked Questions' }).waitFor()

    expect(asked.filter((address) => address.startsWith('http://evil'))).toEqual([])
    expect(await page.getByText('comes from').count()).toBe(0)
    await page.context().close()
  })
})
