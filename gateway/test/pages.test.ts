import { brotliDecompressSync } from 'node:zlib'
import { PAGE_DATA_ELEMENT } from '@offquad/contracts'
import { until } from '@offquad/service-kit/testing'
import { forTests } from './for-tests'
import { promised, startGateway } from './gateway-under-test'
import { EARLY, PAGE_FILES, REGISTRY } from './published-site'
import { earlyValuesIn, pageDataIn } from './read-page'

const HTML = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
const HOSTILE = '</script><script>alert(1)</script><!-- \u2028 $& $1'
const BASE = '/mf/mfe-browse/2.0.0/'

const problem = (status: number, code: string) => ({
  type: `/problems/${code}`,
  title: 'A problem',
  status,
  requestId: '1',
})

describe('a page', () => {
  const gateway = forTests(() =>
    startGateway({
      'svc-catalog': (app) => {
        app.get('/api/apts/:ids', async (request, reply) => {
          requested.push(request.url)
          if (request.url.endsWith('10')) return [{ id: '10' }]
          if (request.url.endsWith('mill'))
            return [{ id: 'mill', name: HOSTILE, address: '1 Mill Ln', photos: ['/media/mill.webp'] }]
          if (request.url.endsWith('odd')) return [{ id: 'odd', name: 'Odd', photos: ['http://['] }]
          if (request.url.endsWith('old')) return reply.code(404).send(problem(404, 'unknown-path'))
          if (request.url.endsWith('down')) return reply.code(503).send(problem(503, 'starting'))
          if (request.url.endsWith('none')) {
            await hold
            return reply.code(404).send(problem(404, 'apartment-not-found'))
          }
          return reply.code(404).send({})
        })
        app.get('/api/link-previews/landlord/:id', async (request, reply) => {
          if (isGone || request.url.endsWith('/gone'))
            return reply.code(404).send(problem(404, 'landlord-not-found'))
          return {
            title: 'Hill <Homes>',
            description: '4.6 from 12 reviews',
            image: {
              url: '/api/link-previews/landlord/1/picture.jpg?v=1',
              width: 1200,
              height: 630,
              alt: 'Hill "Homes"',
            },
          }
        })
      },
    }),
  )
  let requested: string[] = []
  let hold: Promise<unknown> = Promise.resolve()
  let isGone = false

  beforeEach(() => {
    requested = []
    isGone = false
    hold = Promise.resolve()
    gateway.context.responseCache.invalidateAll()
  })

  const open = (path: string, headers: Record<string, string> = {}) =>
    gateway.send(path, { headers: { ...HTML, ...headers } })
  /** Opens a page again until its data was there within the time that a page waits for it, which is short for a busy machine. */
  const openWithData = (path: string, headers?: Record<string, string>) =>
    until(async () => {
      const page = await open(path, headers)
      return !/<title>Offquad \| (Apartment|Landlord)</.test(page.text) && page
    })

  it('has the title, description and picture of its resource in its head', async () => {
    const { text } = await openWithData('/apartment/mill')

    const escaped = '&lt;/script&gt;&lt;script&gt;alert(1)&lt;/script&gt;&lt;!-- \u2028 $&amp; $1'
    expect(text).toContain(`<title>Offquad | ${escaped}</title>`)
    expect(text).toContain('<meta name="description" content="1 Mill Ln">')
    expect(text).toContain('<meta property="og:description" content="1 Mill Ln">')
    expect(text).toContain(`<meta property="og:title" content="Offquad | ${escaped}">`)
    expect(text).toContain('<meta property="og:image" content="https://offquad.example/media/mill.webp">')
    expect((await open('/apartment/10')).text).toContain('<title>Offquad | Apartment</title>')
    expect(pageDataIn(text)).not.toHaveProperty('publicUrl')
  })

  it('uses the picture from its link preview, with size and alternative text', async () => {
    const { text } = await openWithData('/landlord/1')

    expect(text).toContain('<title>Offquad | Hill &lt;Homes&gt;</title>')
    expect(text).toContain('<meta property="og:description" content="4.6 from 12 reviews">')
    const url = 'https://offquad.example/api/link-previews/landlord/1/picture.jpg?v=1'
    expect(text).toContain(`<meta property="og:image" content="${url}">`)
    expect(text).toContain('<meta property="og:image:width" content="1200">')
    expect(text).toContain('<meta property="og:image:height" content="630">')
    expect(text).toContain('<meta property="og:image:alt" content="Hill &quot;Homes&quot;">')
    expect(text).toContain('<meta name="twitter:image:alt" content="Hill &quot;Homes&quot;">')
    expect(text).toContain('<meta name="twitter:card" content="summary_large_image">')
  })

  it('is sent without a picture whose URL is invalid', async () => {
    const { status, text } = await openWithData('/apartment/odd')

    expect(status).toBe(200)
    expect(text).toContain('<title>Offquad | Odd</title>')
    expect(text).not.toContain('"og:image"')
  })

  it.each(['/', '/reviews', '/apartment/10'])("falls back to the site's picture (%s)", async (path) => {
    const { text } = await open(path)

    expect(text).toContain(
      '<meta property="og:image" content="https://offquad.example/api/link-previews/site.jpg">',
    )
    expect(text).toContain('<meta property="og:image:width" content="1200">')
    expect(text).toContain('<meta property="og:image:alt" content="Offquad, ')
    expect(text.match(/"og:image"/g)).toHaveLength(1)
  })

  it.each(['/apartment/none', '/landlord/gone'])(
    'is the not-found page with status 404 if its resource does not exist (%s)',
    async (path) => {
      for (const tag of ['"none"', '*']) {
        const page = await openWithData(path, { 'if-none-match': tag })

        expect(page.status).toBe(404)
        expect(page.text).toContain('<title>Offquad | Page not found</title>')
        expect(earlyValuesIn(page.text).scripts).toEqual(['/mf/shell/1.0.0/main.js'])
        expect(page.headers['cache-control']).toBe('no-cache')
      }
      await until(async () => (await gateway.send(path, { method: 'HEAD', headers: HTML })).status === 404)
    },
  )

  it('exists as soon as its resource is created, until it is deleted', async () => {
    isGone = true
    const before = await openWithData('/landlord/1')
    isGone = false
    const there = await openWithData('/landlord/1')
    isGone = true
    gateway.context.responseCache.invalidate('svc-catalog')

    const after = await openWithData('/landlord/1')

    expect([before.status, there.status, after.status]).toEqual([404, 200, 404])
    expect(after.text).not.toContain('Hill')
  })

  it.each(['down', 'old'])(
    'has status 200 when its service cannot tell whether the resource exists (%s)',
    async (id) => {
      const page = await open(`/apartment/${id}`)

      expect(page.status).toBe(200)
      expect(page.text).toContain('<title>Offquad | Apartment</title>')
    },
  )

  it('waits no longer for the existence of its resource than for its data', async () => {
    const late = promised()
    hold = late.promise
    const page = await open('/apartment/none')
    late.resolve()

    expect(page.status).toBe(200)
    expect((await openWithData('/apartment/none')).status).toBe(404)
  })

  it('reveals and preloads nothing of a page for administrators', async () => {
    const desk = await open('/desk')

    expect(desk.status).toBe(200)
    expect(desk.text).toContain('<title>Offquad</title>')
    expect(desk.text.split(PAGE_DATA_ELEMENT)[0]).not.toContain(BASE)
  })

  it('is the live version of the shell, titled with its route and the product, and described', async () => {
    const home = await open('/')
    const apartment = await open('/apartment/10')

    expect(home.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(home.text).toContain('<title>Offquad</title>')
    expect(home.text).toContain('<meta name="description" content="Find &quot;your&quot; &lt;home&gt;">')
    expect(home.text).toContain('<meta property="og:title" content="Offquad">')
    expect(earlyValuesIn(home.text).scripts).toEqual(['/mf/shell/1.0.0/main.js'])
    expect(home.text).toContain('href="/mf/shell/1.0.0/icon.svg"')
    expect(apartment.text).toContain('<title>Offquad | Apartment</title>')
  })

  it('preloads the first files of its remote, and the code of its page and of no other', async () => {
    const preloaded = async (path: string) =>
      earlyValuesIn((await open(path)).text).preloads.flatMap((url) => url.split(BASE)[1] ?? [])

    expect(await preloaded('/')).toEqual(['remoteEntry.js', 'remote.1.js', 'home.3.js'])
    expect(await preloaded('/apartment/10')).toEqual(['remoteEntry.js', 'remote.1.js', 'apartment.4.js'])
    expect(await preloaded('/landlord/10')).toEqual(['remoteEntry.js', 'remote.1.js'])
    const { text } = await open('/')
    expect(earlyValuesIn(text).preloads[0]).toBe('/mf/shell/1.0.0/platform.js')
    const [head = ''] = text.split('</head>')
    expect(head).toContain(`<link rel="stylesheet" data-href="remote.css" href="${BASE}remote.css">`)
    expect(head).not.toMatch(/page\.2\.js|crossorigin/)
  })

  it('contains the registry and the university', async () => {
    const data = pageDataIn((await open('/')).text)

    expect(data.registry).toEqual(REGISTRY)
    expect(data.university.productName).toBe('Offquad')
  })

  it('requests its resource with the escaped parameters of its URL', async () => {
    await open('/Apartment/10/?tab=reviews')
    await open('/apartment/a%2Fb%3Fc')

    expect(requested).toEqual(['/api/apts/10', '/api/apts/a%2Fb%3Fc'])
  })

  it('is compressed and revalidated, and gets a 304 while it is unchanged', async () => {
    await open('/')
    const page = await open('/', { 'accept-encoding': 'br' })
    const again = await open('/', { 'if-none-match': String(page.headers.etag) })

    expect(brotliDecompressSync(page.body).toString()).toContain('<title>Offquad</title>')
    expect(page.headers).toMatchObject({
      'cache-control': 'no-cache',
      vary: ['accept-encoding', 'accept, cookie'],
    })
    expect([again.status, again.body.length]).toEqual([304, 0])
  })

  it('allows its own scripts only, after its Trusted Types policy, no framing, and a sign-in popup', async () => {
    const { text, headers } = await open('/')

    expect(text.split('<script')[1]).toContain(`>${EARLY}</script>`)
    const policy = String(headers['content-security-policy'])
    expect(policy).toContain(`; script-src 'self' ${PAGE_FILES.early}; `)
    expect(policy).toMatch(/; require-trusted-types-for 'script'; trusted-types default$/)
    expect(policy).toContain("; img-src 'self' data: blob:; ")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(headers).toMatchObject({
      'permissions-policy': expect.stringContaining('camera=()'),
      'cross-origin-opener-policy': 'same-origin-allow-popups',
      'cross-origin-resource-policy': 'same-origin',
    })
    expect(headers).not.toHaveProperty('content-security-policy-report-only')
    expect(headers).not.toHaveProperty('strict-transport-security')
  })

  it('is rendered without a remote whose manifest is unreadable', async () => {
    const page = await open('/reviews')

    expect(page.text).toContain('<title>Offquad | Reviews</title>')
    expect(earlyValuesIn(page.text).preloads).toEqual(['/mf/shell/1.0.0/platform.js'])
  })

  it.each(['/nothing', '/apartment', '/apartment/1/2', '/%2e%2e/secret.txt', '//evil.example', '/.env'])(
    'is the not-found page for the unknown path %s',
    async (path) => {
      const page = await open(path)

      expect(page.status).toBe(404)
      expect(page.text).toContain('<title>Offquad | Page not found</title>')
      expect(earlyValuesIn(page.text).preloads).toEqual(['/mf/shell/1.0.0/platform.js'])
    },
  )

  it.each(['/?utm_source=x.com', '/reviews?q=a.b', '/?file=picture.png'])(
    'is sent for %s to clients that accept anything',
    async (url) => {
      expect((await gateway.send(url, { headers: { accept: '*/*' } })).headers['content-type']).toMatch(
        'html',
      )
    },
  )

  it('has no body in response to HEAD', async () => {
    const page = await gateway.send('/', { method: 'HEAD', headers: HTML })

    expect([page.status, page.body.length]).toEqual([200, 0])
    expect(Number(page.headers['content-length'])).toBeGreaterThan(1000)
  })

  it.each([
    ['GET', '/favicon.ico', '*/*'],
    ['GET', '/', 'application/json'],
    ['POST', '/', 'text/html'],
    ['DELETE', '/apartment/10', 'text/html'],
  ])(
    'is not sent for %s %s with the Accept header "%s", which gets a problem response',
    async (method, path, accept) => {
      const response = await gateway.send(path, { method, headers: { accept } })

      expect([response.status, response.headers['content-type']]).toEqual([
        404,
        expect.stringContaining('application/problem+json'),
      ])
      expect(response.headers['cache-control']).toBe('no-store')
      if (method === 'GET') expect(response.headers.vary).toBe('accept')
    },
  )
})
