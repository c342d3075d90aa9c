import { type Registry, REMOTE_MANIFEST } from '@offquad/contracts'
import { until } from '@offquad/service-kit/testing'
import { register } from 'prom-client'
import { type GatewayUnderTest, startGateway } from './gateway-under-test'
import { INDEX_HTML, MANIFEST, publishSite, type PublishedSite } from './published-site'

/** A shell that calls the remote of a page's template, without React. */
const SHELL = `
exports.shared = { greeting: { text: 'Hello' } }
exports.render = async ({ template, url, data, remotes }) => {
  const name = template.slice(1)
  return { html: await remotes[name].render({ url, data }), styles: '<style>.x{}</style>', remotes: [name], failures: [] }
}`

const remote = (render: string, before = '') => `
const { text } = require('greeting')
${before}
exports.remote = { async render({ url, data }) { ${render} } }`

const greeting = (version: string) =>
  remote(
    `return '<h1>' + text + ' ' + ${JSON.stringify(version)} + ' ' + JSON.stringify(data.answers.map((one) => one.body)) + '</h1>'`,
  )

const SERVER_PARTS: Record<string, string | undefined> = {
  good: greeting('1.0.0'),
  throws: remote(`throw new Error('broken')`),
  hangs: remote(`for (;;) {}`),
  grows: remote(`const all = []; for (;;) all.push(new Array(1e6).fill(Math.random()))`),
  stuck: remote('', 'for (;;) {}'),
  missing: undefined,
}

const HTML = { accept: 'text/html' }
const CONTENT = /<div id="root"[^>]*>([^]*?)<\/div>/

const appOf = (name: string, version = '1.0.0') => ({
  app: `mfe-${name}`,
  version,
  baseUrl: `/mf/mfe-${name}/${version}/`,
  remote: {
    name,
    slots: [],
    routes: [
      {
        path: `/${name}`,
        title: name,
        isPublic: true,
        ...(name === 'good' && { data: ['/api/faqs' as const] }),
      },
      { path: `/${name}/mine`, title: name },
    ],
  },
})

const registryOf = (): Registry => ({
  apps: [
    { app: 'shell', version: '1.0.0', baseUrl: '/mf/shell/1.0.0/' },
    ...Object.keys(SERVER_PARTS).map((name) => appOf(name)),
  ],
})

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
  let questions = ['first']
  let headersOfCall: unknown

  const open = async (url: string, headers: Record<string, string> = {}) => {
    const { status, text } = await gateway.send(url, { headers: { ...HTML, ...headers } })
    expect(status).toBe(200)
    return { text, content: CONTENT.exec(text)?.[1] }
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
    await site.write('mf/shell/1.0.0/index.html', INDEX_HTML)
    await site.write('mf/shell/1.0.0/server.cjs', SHELL)
    for (const [name, part] of Object.entries(SERVER_PARTS))
      await publishVersion(site, `mfe-${name}/1.0.0`, part)
    await site.publish(registryOf())
    gateway = await startGateway(
      {
        'svc-users': (app) =>
          app.get('/api/faqs', ({ headers }) => {
            headersOfCall = headers.authorization ?? headers.cookie
            return questions
          }),
      },
      { settings: { SERVER_RENDERING: 'on' }, site },
    )
  })

  beforeEach(() => {
    questions = ['first']
    gateway.context.responseCache.invalidateAll()
    register.getSingleMetric('page_renders_total')?.reset()
  })

  afterAll(async () => {
    await gateway.close()
    await site.remove()
  })

  it('contains what its remote renders from its data, and its styles', async () => {
    const { text, content } = await openRendered('/good')

    expect(content).toBe('<h1>Hello 1.0.0 [["first"]]</h1>')
    expect(text).toContain('<div id="root" data-remotes="good">')
    expect(text.split('</head>')[0]).toContain('<style>.x{}</style>')
    expect(text).toContain('<script fetchpriority="low" defer src="/mf/shell/1.0.0/main.js">')
    expect(text).toContain('window.offquadClicks=[]')
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

  it.each([
    ['throws', 'failed'],
    ['hangs', 'hung'],
    ['grows', /hung|crashed/],
    ['stuck', 'failed'],
  ])(
    'is left to the browser when its remote %s, and the others are still rendered',
    async (name, outcome) => {
      await openRendered('/good')

      const page = await open(`/${name}`)
      // The visitor did not wait until the renderer had given up.
      if (name === 'hangs') expect(await outcomes('/hangs')).toEqual({})
      expect(page.content).toBe('')
      const found: string[] = []
      await until(async () => {
        found.splice(0, found.length, ...Object.keys(await outcomes(`/${name}`)))
        return found.length > 0
      })
      expect(found).toEqual([expect.stringMatching(outcome)])

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
    const registry = registryOf()
    await site.publish({
      apps: registry.apps.map((app) =>
        app.app === 'mfe-good'
          ? { ...app, canary: { ...appOf('good', '2.0.0'), percent: 50, salt: 's' } }
          : app,
      ),
    })
    await until(
      () => gateway.context.registry.current().hasCanaries || (gateway.context.registry.check(), false),
    )
    const contents = new Set<string | undefined>()

    for (let cohort = 0; cohort < 10_000; cohort += 2_500)
      contents.add((await openRendered('/good', { cookie: `offquad-cohort=${cohort}` })).content)

    expect([...contents].toSorted()).toEqual([
      '<h1>Hello 1.0.0 [["first"]]</h1>',
      '<h1>Hello 2.0.0 [["first"]]</h1>',
    ])
  })
})
