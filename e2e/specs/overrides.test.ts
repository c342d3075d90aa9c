import { createReadStream } from 'node:fs'
import { createServer } from 'node:http'
import { type AddressInfo } from 'node:net'
import path from 'node:path'
import { type Page } from 'playwright-core'
import { openPage } from '../src/browser'
import { startGateway } from '../src/gateway'
import { REPOSITORY } from '../src/platform'
import { openSignedIn } from '../src/sign-in'

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
  it('loads one slice from their machine, sees a notice, and reverts with one click', async () => {
    const slice = await serveSlice('mfe-account')
    const { page } = await openPage()
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
    const { page } = await openPage()
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

  it('gets the live version when their machine does not respond', async () => {
    const { page } = await openPage()
    await page.goto('/faq?mf.account=http://127.0.0.1:9/mf-manifest.json')
    await agreeToLoad(page)

    await page.getByText('comes from').first().waitFor()
    await page.getByText('comes from').first().waitFor({ state: 'detached' })

    await page.getByRole('heading', { name: 'Frequently Asked Questions' }).waitFor()
    expect(page.url()).not.toContain('mf.account')
    await page.context().close()
  })

  it('needs the role developer when overrides are restricted', async () => {
    const slice = await serveSlice('mfe-account')
    const gateway = await startGateway({ MF_OVERRIDES: 'developers' })
    const address = `/faq?mf.account=${encodeURIComponent(slice.manifest)}`
    const { page: student } = await openPage(undefined, gateway.url)
    const refreshed = student.waitForResponse('**/api/auth/refresh')
    await openSignedIn(student, 'theo.okafor@cornell.edu', address)
    await student.getByRole('heading', { name: 'Frequently Asked Questions' }).waitFor()
    await refreshed
    expect(slice.requested).toEqual([])

    const { page: developer } = await openPage(undefined, gateway.url)
    await openSignedIn(developer, 'developer@cornell.edu', address)
    await agreeToLoad(developer)

    await developer.getByRole('heading', { name: 'Frequently Asked Questions' }).waitFor()
    await developer.getByText(`account comes from ${new URL(slice.manifest).origin}`).waitFor()
    await student.context().close()
    await developer.context().close()
    await gateway.stop()
    slice.close()
  })

  it('cannot load a slice from any other host', async () => {
    const { page } = await openPage()
    const requested: string[] = []
    page.on('request', (request) => requested.push(request.url()))
    await page.goto('/faq?mf.account=http://evil.example/mf-manifest.json')

    await page.getByRole('heading', { name: 'Frequently Asked Questions' }).waitFor()

    expect(requested.filter((url) => url.startsWith('http://evil'))).toEqual([])
    expect(await page.getByText('comes from').count()).toBe(0)
    await page.context().close()
  })
})
