import { REMOTE_MANIFEST } from '@offquad/contracts'
import { makeLive } from '@offquad/releases/testing'
import { testSettings } from '@offquad/service-kit/testing'
import { type GatewayUnderTest, startGateway } from './gateway-under-test'
import { INDEX_HTML, REGISTRY, SHELL_MANIFEST } from './published-site'

const ENTRY = '/mf/mfe-browse/2.0.0/remoteEntry.js'

const PRIVATE = ['remoteEntry.js.map', 'remoteEntry.js.MAP', 'remoteEntry.js.map.br', 'mf-stats.json']
const SERVER_PARTS = ['server.cjs', 'server.cjs.br', 'SERVER.cjs']

let gateway: GatewayUnderTest
beforeAll(async () => {
  const settings = testSettings()
  await makeLive(settings, REGISTRY)
  gateway = await startGateway({}, { settings })
  for (const file of [...PRIVATE, ...SERVER_PARTS])
    await gateway.site.write(`mf/mfe-browse/2.0.0/${file}`, 'not public')
})
afterAll(() => gateway.close())

describe('the service worker', () => {
  it('is missing where the live shell has none, and otherwise revalidated and only connects to this origin', async () => {
    expect((await gateway.send('/sw.js')).status).toBe(404)
    await gateway.site.write('mf/shell/1.0.0/worker.js', 'work()')

    const { status, headers, text } = await gateway.send('/sw.js')

    expect([status, text, headers['cache-control']]).toEqual([200, 'work()', 'no-cache'])
    expect(headers['content-type']).toMatch(/javascript/)
    expect(headers['content-security-policy']).toBe("default-src 'none'; connect-src 'self'")
  })
})

describe('a published file', () => {
  it('is immutable for caches', async () => {
    const { status, headers, text } = await gateway.send(ENTRY)

    expect([status, text]).toEqual([200, 'var mfe_browse'])
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(headers['content-type']).toMatch(/javascript/)
    expect(headers['access-control-allow-origin']).toBe('*')
  })

  it.each([
    ['page.html', "default-src 'none'; frame-ancestors 'none'; sandbox"],
    ['old.xhtml', "default-src 'none'; frame-ancestors 'none'; sandbox"],
    ['drawing.svg', "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox"],
    ['remoteEntry.js', "default-src 'none'; frame-ancestors 'none'; sandbox"],
    ['missing.html', "default-src 'none'; frame-ancestors 'none'; sandbox"],
  ])('cannot run scripts of this origin when opened directly (%s)', async (file, policy) => {
    for (const name of ['page.html', 'old.xhtml', 'drawing.svg'])
      await gateway.site.write(`mf/mfe-browse/2.0.0/${name}`, '<script>alert(origin)</script>')

    const { headers } = await gateway.send(`/mf/mfe-browse/2.0.0/${file}`)

    expect(headers['content-security-policy']).toBe(policy)
    expect(headers['x-content-type-options']).toBe('nosniff')
  })

  it('can be loaded by pages of other origins, such as slices under development', async () => {
    for (const file of [ENTRY, '/mf/registry.json'])
      expect((await gateway.send(file)).headers).toMatchObject({
        'access-control-allow-origin': '*',
        'cross-origin-resource-policy': 'cross-origin',
        'content-security-policy': expect.stringContaining("default-src 'none'"),
      })
  })

  it.each([
    ['gzip, deflate, br', 'br', 'brotli'],
    ['gzip', 'gzip', 'gzip'],
  ])('is sent precompressed to a client that accepts %s', async (accepted, encoding, text) => {
    const response = await gateway.send(ENTRY, { headers: { 'accept-encoding': accepted } })

    expect([response.headers['content-encoding'], response.text]).toEqual([encoding, text])
    expect(response.headers['content-type']).toMatch(/javascript/)
    expect(response.headers.vary).toMatch(/accept-encoding/i)
  })

  it.each([
    '/mf/mfe-browse/9.9.9/remoteEntry.js',
    '/mf/mfe-browse/2.0.0/nothing.js',
    '/mf/mfe-browse/2.0.0/remoteEntry.js.map',
    '/mf/mfe-browse/2.0.0/remoteEntry.js%2emap',
    '/mf/mfe-browse/2.0.0/remoteEntry.js.MAP',
    '/mf/mfe-browse/2.0.0/remoteEntry.js.map.br',
    '/mf/mfe-browse/2.0.0/server.cjs',
    '/mf/mfe-browse/2.0.0/server.cjs.br',
    '/mf/mfe-browse/2.0.0/server%2ecjs',
    '/mf/mfe-browse/2.0.0//server.cjs',
    '/mf/mfe-browse/2.0.0/./SERVER.cjs',
    '/mf/mfe-browse/2.0.0/mf-stats.json',
    '/mf/mfe-browse/2.0.0/',
    '/mf/mfe-browse/',
    '/media/nothing.webp',
  ])('that does not exist or is a source map gets a problem response, not a page: %s', async (path) => {
    const response = await gateway.send(path, { headers: { accept: 'text/html', 'accept-encoding': 'br' } })

    expect([response.status, response.headers['content-type']]).toEqual([
      404,
      expect.stringContaining('application/problem+json'),
    ])
    expect(response.headers['cache-control']).toBe('no-store')
  })

  it.each([
    '/mf/../secret.txt',
    '/mf/a/b/../../../secret.txt',
    '/mf/a/b/%2e%2e/%2e%2e/%2e%2e/secret.txt',
    '/mf/a/b/..%2f..%2f..%2fsecret.txt',
    '/mf/a/b/%252e%252e%252fsecret.txt',
    '/mf/a/b/..%5c..%5csecret.txt',
    '/mf//etc/passwd',
    '/mf/a/b//etc/passwd',
    '/mf/mfe-browse/2.0.0/remoteEntry.js%00.css',
    '/media/../secret.txt',
    '/media/%2e%2e%2fsecret.txt',
    '/media/%00',
  ])('outside the folder is not served: %s', async (path) => {
    const response = await gateway.send(path)

    expect([400, 403, 404]).toContain(response.status)
    expect(response.text).not.toMatch(/^secret|root:/)
    expect(response.headers['content-type']).toContain('application/problem+json')
  })
})

describe('a picture', () => {
  it('is immutable under its name and is never sniffed as another type', async () => {
    const { headers, text } = await gateway.send('/media/house.webp')

    expect([text, headers['content-type']]).toEqual(['webp', 'image/webp'])
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['cross-origin-resource-policy']).toBe('cross-origin')
  })

  it('is sent compressed where there is a compressed file of it', async () => {
    await gateway.site.write('media/drawing.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>')
    await gateway.site.write('media/drawing.svg.br', 'brotli')

    const { headers, text } = await gateway.send('/media/drawing.svg', {
      headers: { 'accept-encoding': 'br' },
    })

    expect([text, headers['content-encoding']]).toEqual(['brotli', 'br'])
    expect(headers['content-type']).toContain('image/svg+xml')
    expect(headers.vary).toContain('accept-encoding')
  })

  it('in SVG format cannot run scripts', async () => {
    const { headers } = await gateway.send('/media/house.svg')

    expect(headers['content-security-policy']).toBe("default-src 'none'; style-src 'unsafe-inline'")
  })
})

describe('the registry', () => {
  it('is revalidated by browsers', async () => {
    const { headers, json } = await gateway.send('/mf/registry.json')
    const again = await gateway.send('/mf/registry.json', {
      headers: { 'if-none-match': String(headers.etag) },
    })

    expect(json()).toEqual(REGISTRY)
    expect(headers).toMatchObject({ 'cache-control': 'no-cache', 'access-control-allow-origin': '*' })
    expect(again.status).toBe(304)
  })

  it.each(['/mf//registry.json', '/mf/./registry.json', '/mf/registry.json/x'])(
    'is never immutable: %s',
    async (path) => {
      const response = await gateway.send(path)

      expect(response.headers['cache-control'] ?? '').not.toContain('immutable')
    },
  )

  it('applies to the next page as soon as it changes', async () => {
    await gateway.site.write('mf/shell/1.1.0/index.html', INDEX_HTML)
    await gateway.site.write(`mf/shell/1.1.0/${REMOTE_MANIFEST}`, JSON.stringify(SHELL_MANIFEST))

    const [shell, ...remotes] = REGISTRY.apps
    const next = { app: 'shell', version: '1.1.0', baseUrl: '/mf/shell/1.1.0/' }
    await gateway.makeLive({ apps: [next, ...remotes] })

    expect((await gateway.send('/mf/registry.json')).text).toContain('1.1.0')
    expect((await gateway.send('/')).text).toContain('/mf/shell/1.1.0/main.js')
    await gateway.makeLive({ apps: shell ? [shell, ...remotes] : [] })
  })
})
