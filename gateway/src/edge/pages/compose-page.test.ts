import { type PublishedApp } from '@offquad/contracts'
import { earlyValuesIn } from '../../../test/read-page'
import { composePage, type Page, pagesOfSite, type Site } from './compose-page'
import { type PageSettings } from './page-settings'

const SHELL = '/mf/shell/1.0.0/'
const BROWSE = '/mf/mfe-browse/2.0.0/'
const REVIEWS = '/mf/mfe-reviews/3.0.0/'
const SLOT = 'reviews/apartment-reviews@1'
const HOSTILE = `"><script>alert(1)</script><!--slot:head-->'&quot;&#34;\u2028 $& $1`
const EARLY_HASH = "'sha256-early'"

const remoteApp = (name: string, baseUrl: string, more: object = {}): PublishedApp => ({
  app: `mfe-${name}`,
  version: baseUrl.split('/')[3] ?? '',
  baseUrl,
  remote: { name, slots: [], routes: [{ path: '/', title: '', isPublic: true }] },
  ...more,
})

const browse = remoteApp('browse', BROWSE, { uses: [SLOT] })
const reviews = remoteApp('reviews', REVIEWS)

/** @param scripts of the remote of its page */
function siteWith({
  scripts = ['remote.js'],
  styles = {},
}: { scripts?: string[]; styles?: object } = {}): Site {
  return {
    registry: { apps: [browse, reviews] },
    shell: {
      baseUrl: SHELL,
      page: {
        before: {
          early: '<head><script data-early="',
          head: '">early()</script>',
          root: '</head>',
          data: '',
        },
        end: '',
        files: {
          early: EARLY_HASH,
          scripts: ['main.js'],
          preloads: ['platform.js'],
          styles: ['platform.css'],
        },
      },
    },
    remotes: new Map([
      ['mfe-browse', { app: browse, firstFiles: { scripts, styles: ['page.css'], pages: {} } }],
      [
        'mfe-reviews',
        { app: reviews, firstFiles: { scripts: ['slot.js'], styles: ['slot.css'], pages: {} } },
      ],
    ]),
    styles: new Map(Object.entries(styles)),
    serverFiles: new Map(['shell', 'browse', 'reviews'].map((name) => [name, `/${name}/server.cjs`])),
    set: { id: 'live', kind: 'live', generation: 1 },
  }
}

const SETTINGS = {
  university: { productName: 'Offquad', name: 'A university' },
  isServerRendering: true,
} as PageSettings

function pageOf(site: Site, settings: Partial<PageSettings> = {}): Page {
  const remote = site.remotes.get('mfe-browse')
  const route = { path: '/', title: '', isPublic: true }
  return composePage(pagesOfSite(site, { ...SETTINGS, ...settings }), {
    id: 'home',
    status: 200,
    route,
    ...(remote && { remote }),
  })
}

const attributeOf = (page: Page) => /data-early="([^"]*)">early\(\)</.exec(page.opening)?.[1] ?? ''

describe('what a page tells the early program', () => {
  it('stays in its attribute, whatever a deployed version names its files', () => {
    const page = pageOf(siteWith({ scripts: [HOSTILE] }))

    expect(attributeOf(page)).not.toMatch(/[<>"']/)
    expect(page.opening.match(/<script/g)).toHaveLength(1)
    expect(earlyValuesIn(page.opening).preloads).toEqual([`${SHELL}platform.js`, BROWSE + HOSTILE])
  })

  it('are the scripts of the shell and its page, and those of the slots that its content may have', () => {
    expect(earlyValuesIn(pageOf(siteWith()).opening)).toEqual({
      isRendered: true,
      scripts: [`${SHELL}main.js`],
      preloads: [`${SHELL}platform.js`, `${BROWSE}remote.js`],
      slotPreloads: { reviews: [`${REVIEWS}slot.js`] },
      thirdParties: [],
      isDeveloper: false,
    })
  })

  it.each([
    ['Google', { signIn: { clientId: 'id' } }, ['https://accounts.google.com/gsi/client'], false],
    [
      'no one, where accounts are chosen here',
      { signIn: { clientId: 'id', chooserUrl: '/choose' } },
      [],
      false,
    ],
    ['Google Maps', { maps: { googleMapsApiKey: 'key' } }, ['https://maps.googleapis.com/'], false],
    ['a developer', { allowsOverrides: true }, [], true],
  ])('allows scripts of %s as configured', (_whom, settings, thirdParties, isDeveloper) => {
    expect(earlyValuesIn(pageOf(siteWith(), settings).opening)).toMatchObject({ thirdParties, isDeveloper })
  })
})

describe('the policy of a page', () => {
  it('enforces Trusted Types unless the page loads scripts of Google, whose use of markup is unknown', () => {
    const own = pageOf(siteWith()).headers
    const withGoogle = pageOf(siteWith(), { signIn: { clientId: 'id' } }).headers

    expect(own['content-security-policy']).toMatch(
      /; require-trusted-types-for 'script'; trusted-types default$/,
    )
    expect(own['content-security-policy-report-only']).toBeUndefined()
    expect(withGoogle['content-security-policy']).not.toContain('trusted-types')
    expect(withGoogle['content-security-policy-report-only']).toBe("require-trusted-types-for 'script'")
  })

  it('trusts what its scripts load where Google Maps is configured', () => {
    const { headers } = pageOf(siteWith(), { maps: { googleMapsApiKey: 'key' }, isServerRendering: false })

    expect(headers['content-security-policy']).toContain(
      `script-src 'self' https://maps.googleapis.com ${EARLY_HASH} 'strict-dynamic'; `,
    )
  })
})

describe('the stylesheets of a page', () => {
  const styles = {
    [`${SHELL}platform.css`]: 'a{color:red}',
    [`${BROWSE}page.css`]: 'b{content:"$&"}',
    [`${REVIEWS}slot.css`]: 'i{margin:0}',
  }

  it('stand in it, under the names by which scripts look for them', () => {
    const page = pageOf(siteWith({ styles }))

    expect(page.opening).toMatch(
      /<style data-href="platform\.css">a\{color:red\}<\/style><style data-href="page\.css">b\{content:"\$&"\}<\/style>$/,
    )
  })

  it('are those of the slots in its content, too', () => {
    const rendered = { html: '<h1>Home</h1>', styles: '', remotes: ['browse', 'reviews'], failures: [] }

    const text = pageOf(siteWith({ styles })).beforeWith(undefined, rendered)

    expect(text).toContain('<style data-href="slot.css">i{margin:0}</style>')
    expect(text).toContain('<div id="root" data-remotes="browse reviews"><h1>Home</h1></div>')
    expect(text).not.toContain('page.css')
  })

  it('are links where their texts are unknown, or the browser renders the page', () => {
    const link = `<link rel="stylesheet" data-href="platform.css" href="${SHELL}platform.css">`
    const unknown = pageOf(siteWith())
    const byBrowser = pageOf(siteWith({ styles }), { isServerRendering: false })

    for (const { opening } of [unknown, byBrowser]) expect(opening).toContain(link)
  })
})
