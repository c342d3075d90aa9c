import { createHash } from 'node:crypto'
import { type Registry, REMOTE_MANIFEST } from '@offquad/contracts'
import { makeLive } from '@offquad/releases/testing'
import { TooManyRequestsError } from '@offquad/service-kit'
import { startTokenIssuer, testSettings, type TokenIssuer, until } from '@offquad/service-kit/testing'
import { type Renderer } from '@offquad/renderer'
import { register } from 'prom-client'
import { type GatewayUnderTest, promised, publishKeys, startGateway } from './gateway-under-test'
import { MANIFEST, PAGE_FILES, publishSite, type PublishedSite, SHELL_MANIFEST } from './published-site'
import { contentIn, pageDataIn } from './read-page'

/** A shell that calls the remote of a page's template, without React. */
const SHELL = `
exports.shared = { greeting: { text: 'Hello' } }
exports.reads = ({ template, url, remotes }) => remotes[template.slice(1)].reads?.(url) ?? []
exports.render = async ({ template, url, data, remotes }) => {
  const name = template.slice(1)
  const html = await remotes[name].render({ url, data })
  return { html, styles: '<style>.x{}</style>', remotes: [name], failures: [] }
}`

const remote = (render: string, { reads = '[]' } = {}) => `
const { text } = require('greeting')
exports.remote = { reads: (url) => (${reads}), async render({ url, data }) { ${render} } }`

const greeting = (version: string) =>
  remote(
    `return '<h1>' + text + ' ' + ${JSON.stringify(version)} + ' ' + JSON.stringify(data.answers.map((one) => one.body)) + '</h1>'`,
    { reads: "['/api/faqs']" },
  )

/** Renders what its query asks for. */
const SEARCH = remote(
  `const found = data.answers.find(({ path }) => path.startsWith('/api/faqs'))
  return found
    ? '<h1>Results of ' + url + ' ' + JSON.stringify(found.body) + '</h1>'
    : '<h1>Searching</h1>'`,
  { reads: "['/api/faqs' + url.replace('/search', ''), '/api/saved-apartments', '/elsewhere']" },
)

/** Pages of which thirty fill the cache. */
const LARGE = remote(`return '<h1>' + 'x'.repeat(400_000) + '</h1>'`)

const SERVER_PARTS: Record<string, string | undefined> = {
  good: greeting('1.0.0'),
  search: SEARCH,
  slow: remote(`return '<h1>Loaded</h1>'`),
  large: LARGE,
  throws: remote(`throw new Error('broken')`),
  hangs: remote(`for (;;) {}`),
  confused: remote('', { reads: "(() => { throw new Error('broken') })()" }),
  missing: undefined,
}

const HTML = { accept: 'text/html' }
const HOSTILE = '</script><script>alert(1)</script><!-- \u2028 $& $1'

const appOf = (name: string, version = '1.0.0') => ({
  app: `mfe-${name}`,
  version,
  baseUrl: `/mf/mfe-${name}/${version}/`,
  remote: {
    name,
    slots: [],
    routes: [
      { path: `/${name}`, title: name, isPublic: true },
      { path: `/${name}/mine`, title: name },
    ],
  },
})

const registryOf = (changes: Partial<Registry['apps'][number]> = {}): Registry => ({
  apps: [
    { app: 'shell', version: '1.0.0', baseUrl: '/mf/shell/1.0.0/' },
    ...Object.keys(SERVER_PARTS).map((name) => ({
      ...appOf(name),
      ...(name === 'good' && changes),
    })),
  ],
})

const canaryOf = (version: string) => ({ ...appOf('good', version), percent: 50, salt: version })

async function publishVersion(
  site: PublishedSite,
  folder: string,
  serverPart: string | undefined,
): Promise<void> {
  await site.write(`mf/${folder}/${REMOTE_MANIFEST}`, JSON.stringify(MANIFEST))
  if (serverPart !== undefined) await site.write(`mf/${folder}/server.cjs`, serverPart)
}

async function outcomes(template: string): Promise<Record<string, number>> {
  const metric = await register.getSingleMetric('page_renders_total')?.get()
  return Object.fromEntries(
    (metric?.values ?? [])
      .filter(({ labels }) => labels.template === template)
      .map(({ labels, value }) => [String(labels.outcome), value]),
  )
}

describe('a public page', () => {
  let site: PublishedSite
  let gateway: GatewayUnderTest
  let issuer: TokenIssuer
  let questions = ['first']
  let hasQuestions = true
  let hold: Promise<unknown> = Promise.resolve()
  let headersOfCall: unknown
  const privateCalls: string[] = []

  const open = async (url: string, headers: Record<string, string> = {}) => {
    const { status, text } = await gateway.send(url, { headers: { ...HTML, ...headers } })
    expect(status).toBe(200)
    return { text, content: contentIn(text) }
  }

  /** The page once it is rendered: the first visitors of a version get it without content. */
  async function openRendered(url: string, headers?: Record<string, string>) {
    let page = await open(url, headers)
    await until(async () => {
      page = await open(url, headers)
      return Boolean(page.content)
    })
    return page
  }

  beforeAll(async () => {
    site = await publishSite()
    const page = { ...PAGE_FILES, styles: ['platform.css'], font: 'inter.woff2' }
    const shellManifest = { ...SHELL_MANIFEST, metaData: { ...SHELL_MANIFEST.metaData, page } }
    await site.write(`mf/shell/1.0.0/${REMOTE_MANIFEST}`, JSON.stringify(shellManifest))
    await site.write('mf/shell/1.0.0/platform.css', 'a{src:url(inter.woff2)}')
    await site.write('mf/mfe-good/1.0.0/remote.css', 'b{color:red}')
    await site.write('mf/shell/1.0.0/server.cjs', SHELL)
    for (const [name, part] of Object.entries(SERVER_PARTS))
      await publishVersion(site, `mfe-${name}/1.0.0`, part)
    const settings = testSettings()
    await makeLive(settings, registryOf())
    issuer = await startTokenIssuer()
    gateway = await startGateway(
      {
        'svc-users': (app) => {
          publishKeys(app, issuer)
          app.get('/api/saved-apartments', () => privateCalls.push('/api/saved-apartments'))
          app.get('/api/faqs', async ({ headers }, reply) => {
            await hold
            headersOfCall = headers.authorization ?? headers.cookie
            return hasQuestions ? questions : reply.code(500).send()
          })
        },
      },
      {
        settings: { ...settings, SERVER_RENDERING: 'on', MF_OVERRIDES: 'developers' },
        site,
      },
    )
  })

  beforeEach(async () => {
    await gateway.makeLive(registryOf())
    questions = ['first']
    hasQuestions = true
    hold = Promise.resolve()
    gateway.context.responseCache.invalidateAll()
    register.getSingleMetric('page_renders_total')?.reset()
  })

  afterAll(async () => {
    await gateway.close()
    await issuer.close()
    await site.remove()
  })

  it('contains what its remote renders from its data, and all of its styles', async () => {
    const { text, content } = await openRendered('/good')

    expect(text).not.toContain('http-equiv="refresh"')
    expect(content).toBe('<h1>Hello 1.0.0 [["first"]]</h1>')
    expect(text).toContain('<div id="root" data-remotes="good">')
    expect(text.split('</head>')[0]).toContain('<style>.x{}</style>')
    expect(text).toContain(
      '{&quot;isRendered&quot;:true,&quot;scripts&quot;:[&quot;/mf/shell/1.0.0/main.js&quot;]',
    )
    expect(text).not.toMatch(/<script[^>]* src=|<link[^>]* rel="preload"/)
    // The first paint waits for no other file.
    const [head = ''] = text.split('</head>')
    expect(head).toContain('<style data-href="platform.css">a{src:url(/mf/shell/1.0.0/inter.woff2)}</style>')
    expect(head).toContain('<style data-href="remote.css">b{color:red}</style>')
    expect(head).not.toContain('rel="stylesheet"')
  })

  it('is rendered once for everyone, until its data changes', async () => {
    await openRendered('/good')
    const { rendered } = await outcomes('/good')

    const again = await open('/good')
    const asUser = await open('/good', { authorization: 'Bearer x', cookie: 'session=x' })
    expect(asUser.text).toBe(again.text)
    expect(await outcomes('/good')).toEqual({ rendered })
    expect(headersOfCall).toBeUndefined()

    questions = ['second']
    gateway.context.responseCache.invalidate('svc-users')
    await until(async () => (await open('/good')).content === '<h1>Hello 1.0.0 [["second"]]</h1>')
  })

  it('is rendered again when a part of it was not ready in time, while visitors get what there is', async () => {
    const render = jest.spyOn(gateway.context.contentRenderer as Renderer, 'render')
    const partly = { html: '<h1>Loading</h1>', styles: '', remotes: ['slow'], failures: ['time is up'] }
    render.mockResolvedValueOnce(partly)
    const first = await openRendered('/slow')
    expect(first.content).toBe('<h1>Loading</h1>')
    expect((await open('/slow')).content).toBe('<h1>Loading</h1>')
    expect(render).toHaveBeenCalledTimes(1)

    await until(async () => (await open('/slow')).content === '<h1>Loaded</h1>')
    await open('/slow')
    expect(await outcomes('/slow')).toEqual({ rendered: 1 })
    render.mockRestore()
  })

  it('is rendered once, with the public reads that follow from its query', async () => {
    await openRendered('/good')
    const page = await openRendered('/search?q=gorge')

    expect(page.content).toBe('<h1>Results of /search?q=gorge ["first"]</h1>')
    expect(pageDataIn(page.text).answers).toEqual([{ path: '/api/faqs?q=gorge', body: ['first'] }])
    expect(privateCalls).toEqual([])
    expect(await outcomes('/search')).toEqual({ rendered: 1 })
    expect((await open('/search?q=gorge')).text).toBe(page.text)
    expect(await outcomes('/search')).toEqual({ rendered: 1 })

    questions = ['second']
    gateway.context.responseCache.invalidate('svc-users')
    await until(async () => (await open('/search?q=gorge')).content?.includes('["second"]') ?? false)
  })

  it('is rendered again when one of its reads has failed', async () => {
    await openRendered('/search?q=gorge')
    gateway.context.responseCache.invalidateAll()
    hasQuestions = false
    expect((await openRendered('/search?q=falls')).content).toBe('<h1>Searching</h1>')

    hasQuestions = true
    await until(async () => (await open('/search?q=falls')).content?.startsWith('<h1>Results'))
  })

  it('is rendered again when one of its reads was not known yet', async () => {
    await openRendered('/search?q=gorge')
    const { services } = gateway.context
    const spies = [
      jest.spyOn(services, 'find').mockReturnValue(undefined),
      jest.spyOn(services, 'isComplete').mockReturnValue(false),
    ]
    expect((await openRendered('/search?q=cascade')).content).toBe('<h1>Searching</h1>')

    for (const spy of spies) spy.mockRestore()
    await until(async () => (await open('/search?q=cascade')).content?.startsWith('<h1>Results'))
  })

  it('is asked for its reads again when a remote on it could not be asked', async () => {
    await openRendered('/good')
    const find = jest.spyOn(gateway.context.contentRenderer as Renderer, 'findReads')
    find.mockResolvedValue({ reads: [], remotes: [] })
    expect((await openRendered('/search?q=creek')).content).toBe('<h1>Searching</h1>')

    find.mockRestore()
    await until(async () => (await open('/search?q=creek')).content?.startsWith('<h1>Results'))
  })

  it('is asked for its reads once while a remote is left out of it, and again afterwards', async () => {
    await openRendered('/good')
    const renderer = gateway.context.contentRenderer as Renderer
    const accepted = jest.spyOn(renderer, 'accepted').mockImplementation((job) => ({ ...job, remotes: [] }))
    const find = jest.spyOn(renderer, 'findReads').mockResolvedValueOnce({ reads: [], remotes: [] })
    expect((await openRendered('/search?q=lake')).content).toBe('<h1>Searching</h1>')
    await open('/search?q=lake')
    expect(find).toHaveBeenCalledTimes(1)

    accepted.mockRestore()
    await until(async () => (await open('/search?q=lake')).content?.startsWith('<h1>Results'))
    expect(find).toHaveBeenCalledTimes(2)
    find.mockRestore()
  })

  it('escapes hostile text in its data', async () => {
    questions = [HOSTILE]
    const { text } = await openRendered('/search?q=hostile')

    expect(pageDataIn(text).answers[0]?.body).toEqual([HOSTILE])
    expect(text.split('id="offquad-page"')[1]).not.toMatch(/alert\(1\)<\/script>|[\u2028\u2029]/)
  })

  it('is sent without data that is slow, and includes it the next time', async () => {
    await openRendered('/search?q=gorge')
    gateway.context.responseCache.invalidateAll()
    const late = promised()
    hold = late.promise
    const without = await open('/search?q=slow')
    late.resolve()

    expect(pageDataIn(without.text).answers).toEqual([])
    await until(async () => pageDataIn((await open('/search?q=slow')).text).answers.length === 1)
  })

  it.each(['br', 'gzip', 'identity'])(
    'is flushed before its data is ready, so that browsers preload its files (%s)',
    async (encoding) => {
      await openRendered('/good')
      gateway.context.responseCache.invalidateAll()
      const late = promised()
      hold = late.promise
      const headers = { ...HTML, 'accept-encoding': encoding }
      const response = await fetch(`${gateway.url}/search?q=${encoding}`, { headers })
      const chunks: string[] = []
      for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
        if (chunks.length === 0) late.resolve()
        chunks.push(chunk)
      }

      expect(chunks[0]).toContain('/mf/shell/1.0.0/main.js')
      expect(chunks[0]).not.toContain('<title>')
      expect(response.headers.get('content-security-policy')).toContain("script-src 'self'")
      expect(chunks.join('')).toContain('<title>Offquad | search</title>')
    },
  )

  it('stays in the cache, however many spellings of other paths are asked for', async () => {
    await openRendered('/good')
    await openRendered('/large')
    register.getSingleMetric('page_renders_total')?.reset()
    // Every letter as it is or as a capital: 2 to the power of 5.
    const spellings = [...'large'].reduce<string[]>(
      (starts, letter) => starts.flatMap((start) => [start + letter, start + letter.toUpperCase()]),
      ['/'],
    )
    for (const spelling of spellings) await until(async () => (await open(spelling)).content)

    expect((await outcomes('/large')).rendered).toBeGreaterThan(30)
    expect((await open('/good')).content).toContain('Hello 1.0.0')
    expect(await outcomes('/good')).toEqual({})
  })

  it('costs whoever has it rendered, and has no content beyond their budget', async () => {
    await openRendered('/good')
    const { rateLimits } = gateway.context
    const take = jest.spyOn(rateLimits, 'take')
    await openRendered('/good?n=1')
    expect((await open('/good?n=1')).content).toContain('Hello')
    expect(take.mock.calls.map(([, rate, cost]) => [rate, cost])).toEqual([['read', 50]])

    take.mockRejectedValue(new TooManyRequestsError('too-many-requests', 'Too many requests.'))
    expect((await open('/good?n=2')).content).toBe('')
    take.mockRestore()
    expect((await openRendered('/good?n=2')).content).toContain('Hello')
  })

  it('has browsers load other public pages ahead, until the shell takes over', async () => {
    const { text } = await openRendered('/good')

    const rules = /<script type="speculationrules">(.*?)<\/script>/.exec(text)?.[1] ?? ''
    const { prefetch, prerender } = JSON.parse(rules) as Record<
      string,
      { where: unknown; eagerness: string }[]
    >
    expect([prefetch?.[0]?.eagerness, prerender?.[0]?.eagerness]).toEqual(['moderate', 'conservative'])
    expect(rules).toContain('"/search"')
    expect(rules).not.toContain('mine')
    const { headers } = await gateway.send('/good', { headers: HTML })
    const hash = createHash('sha256').update(rules).digest('base64')
    expect(headers['content-security-policy']).toContain(`'sha256-${hash}'`)
    expect((await open('/good/mine')).text).not.toContain('speculationrules')
  })

  it.each([
    ['throws', 'failed'],
    ['hangs', 'hung'],
    ['confused', 'failed'],
  ])(
    'is left to the browser when its remote %s, and the others are still rendered',
    async (name, outcome) => {
      await openRendered('/good')

      const page = await open(`/${name}`)
      // The visitor did not wait until the renderer had given up.
      if (name === 'hangs') expect(await outcomes('/hangs')).toEqual({})
      expect(page.content).toBe('')
      // Without JavaScript, the page is tried again.
      expect(page.text).toContain('<noscript><meta http-equiv="refresh" content="2"></noscript>')
      const found: string[] = []
      await until(async () => {
        found.splice(0, found.length, ...Object.keys(await outcomes(`/${name}`)))
        return found.length > 0
      })
      expect(found).toEqual([outcome])

      // Quarantined: the next visitors do not cost another process.
      const again = await open(`/${name}`)
      expect(again.content).toBe('')
      questions = [`after ${name}`]
      gateway.context.responseCache.invalidate('svc-users')
      await until(async () => (await open('/good')).content?.includes(`after ${name}`) ?? false)
      expect(Object.values(await outcomes(`/${name}`))).toEqual([1])
    },
  )

  it.each(['/missing', '/good/mine'])(
    'is left to the browser without a server part or on a page of one person (%s)',
    async (url) => {
      expect((await open(url)).content).toBe('')
      expect(await outcomes(url)).toEqual({})
    },
  )

  it('is rendered in the version that its visitor gets', async () => {
    await publishVersion(site, 'mfe-good/2.0.0', greeting('2.0.0'))
    await gateway.makeLive(registryOf({ canary: canaryOf('2.0.0') }))
    const contents = new Set<string | undefined>()

    for (let cohort = 0; cohort < 10_000; cohort += 2_500)
      contents.add((await openRendered('/good', { cookie: `offquad-cohort=${cohort}` })).content)

    expect([...contents].toSorted()).toEqual([
      '<h1>Hello 1.0.0 [["first"]]</h1>',
      '<h1>Hello 2.0.0 [["first"]]</h1>',
    ])

    await gateway.makeLive(registryOf(appOf('good', '2.0.0')))
    expect((await openRendered('/good')).content).toBe('<h1>Hello 2.0.0 [["first"]]</h1>')
  })

  it('is left to the browser for those alone who get a canary whose server part hangs', async () => {
    await publishVersion(site, 'mfe-good/3.0.0', SERVER_PARTS.hangs)
    await gateway.makeLive(registryOf({ canary: canaryOf('3.0.0') }))
    const cookies = [...Array(8).keys()].map((step) => ({ cookie: `offquad-cohort=${step * 1_250}` }))
    const getsCanary = async (headers: Record<string, string>) =>
      (await open('/good', headers)).text.includes('/mf/mfe-good/3.0.0/')
    const tried: typeof cookies = []
    const others: typeof cookies = []
    for (const headers of cookies) ((await getsCanary(headers)) ? tried : others).push(headers)
    expect([tried.length > 0, others.length > 0]).toEqual([true, true])

    for (const headers of others)
      expect((await openRendered('/good', headers)).content).toContain('Hello 1.0.0')
    for (const headers of tried) expect((await open('/good', headers)).content).toBe('')
  })

  it('is another page for a developer who may load their own slices', async () => {
    const { text } = await openRendered('/good')

    const cookie = `offquad-developer=${issuer.tokenFor('someone', 'developer')}`
    const ofDeveloper = await openRendered('/good', { cookie })

    expect(ofDeveloper.content).toBe('<h1>Hello 1.0.0 [["first"]]</h1>')
    expect(ofDeveloper.text).toContain('"allowsOverrides":true')
    expect((await open('/good')).text).toBe(text)
    expect(text).not.toContain('allowsOverrides')
  })

  it('comes from the cache while the renderer is busy with one that hangs', async () => {
    const { text } = await openRendered('/good')

    const hanging = open('/hangs')
    expect((await open('/good')).text).toBe(text)
    expect((await hanging).content).toBe('')
  })
})
