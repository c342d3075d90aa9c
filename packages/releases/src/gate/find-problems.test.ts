import { type PublishedApp, type RemoteDescriptor } from '@offquad/contracts'
import { type CallDirectory } from './served-calls'
import { type Candidate, findBreakages, findBreakagesOfRetiring, findProblems } from './find-problems'
import { type ServedVersion } from './shared-packages'

const UI = '@offquad/ui'
const NO_FILES = { js: { sync: [], async: [] }, css: { sync: [], async: [] } }
const sharing = (range: string) => [
  { name: UI, version: range.slice(1), requiredVersion: range, assets: NO_FILES },
]
/** Of the shell. */
const PAGE = { early: "'sha256-AA='", scripts: [] as string[], preloads: [], styles: [] as string[] }
const MANIFEST = {
  metaData: { remoteEntry: { name: 'remoteEntry.js', path: '' }, page: PAGE },
  shared: sharing('^1.0.0'),
  exposes: [{ path: './remote', assets: { js: { sync: ['remote.js'] }, css: { sync: ['remote.css'] } } }],
}
const FILES = ['remoteEntry.js', 'remote.js', 'remote.css', 'remote.js.br']

const appOf = (app: string, remote: Partial<RemoteDescriptor> = {}): PublishedApp => ({
  app,
  version: '2.0.0',
  baseUrl: `/mf/${app}/2.0.0/`,
  remote: { name: app.replace('mfe-', ''), routes: [], slots: [], ...remote },
})
const EXPECTED_PATH = 'a path is / or like /name/:parameter, of letters, digits and . _ ~ -'
const SHELL: PublishedApp = { app: 'shell', version: '1.0.0', baseUrl: '/mf/shell/1.0.0/' }
const routes = (...paths: string[]) => paths.map((path) => ({ path, title: 'A page' }))
const served = (app: PublishedApp, range = '^1.0.0'): ServedVersion => ({
  app,
  manifest: { ...MANIFEST, shared: sharing(range) },
})

function candidateOf(app: PublishedApp, { files = FILES, bytes = 1, manifest = MANIFEST as unknown } = {}) {
  const candidate: Candidate = {
    app,
    manifest,
    files: files.map((path) => ({ path, bytes: path.endsWith('.js.br') ? bytes : 1_000, sha384: 'x' })),
  }
  return candidate
}

const noCalls: CallDirectory = { servedCalls: () => undefined, likelyServiceOf: () => undefined }
const callsOf = (...calls: string[]): CallDirectory => ({
  servedCalls: () => new Set(calls),
  likelyServiceOf: (call: string) => (call.includes('/api/apts') ? 'svc-catalog' : undefined),
})
const problemsOf = (candidate: Candidate, others: ServedVersion[] = [], calls = noCalls) =>
  findProblems(candidate, others, calls)

describe('a new version', () => {
  it('may go live when nothing is wrong with it', () => {
    const browse = appOf('mfe-browse', {
      routes: routes('/', '/apartment/:id', '/apartment/new'),
      navigation: [{ label: 'Home', path: '/', menu: 'main', order: 1, audience: 'anyone' }],
      slots: ['browse/map@1'],
    })

    expect(problemsOf(candidateOf(browse), [served(SHELL), served(appOf('mfe-reviews'))])).toEqual([])
    expect(problemsOf(candidateOf(SHELL, { files: ['index.html', 'main.js.br'] }), [served(browse)])).toEqual(
      [],
    )
  })

  it.each<[string, unknown]>([
    ['is missing', undefined],
    ['is null', null],
    ['is no object', 'mf-manifest'],
    ['lists no shared packages', {}],
    ['lists something else as shared packages', { shared: [{ name: UI }] }],
  ])('is rejected when its manifest %s', (_what, manifest) => {
    expect(problemsOf({ ...candidateOf(appOf('mfe-browse')), manifest })).toEqual([
      'its mf-manifest.json is missing or not a federation manifest',
    ])
  })

  const entry = (path: string) => ({ label: path, path, menu: 'main', order: 1, audience: 'anyone' }) as const

  it.each<[string, Candidate, string[]]>([
    [
      'its registry entry is invalid',
      candidateOf({ ...appOf('mfe-browse'), baseUrl: '/mf/elsewhere/' }),
      ['its baseUrl must be /mf/mfe-browse/2.0.0/'],
    ],
    [
      'its version is no name of a folder',
      candidateOf({ ...appOf('mfe-browse'), version: '...', baseUrl: '/mf/mfe-browse/.../' }),
      [expect.stringMatching(/^its registry entry is invalid: \/version /) as string],
    ],
    [
      'its remote.json has the name or slots of another app',
      candidateOf(appOf('mfe-browse', { name: 'reviews', slots: ['browse/map@1'] })),
      [
        'its remote.json names it "reviews", but it is deployed as mfe-browse',
        'it provides browse/map@1, but its slots must begin with reviews/',
      ],
    ],
    [
      'files that pages load first are not among its files',
      candidateOf(appOf('mfe-browse'), { files: ['remote.js.br'] }),
      ['remoteEntry.js', 'remote.js', 'remote.css'].map(
        (file) => `its manifest names ${file}, which is not among its files`,
      ),
    ],
    [
      'its manifest does not expose a remote',
      candidateOf(appOf('mfe-browse'), { manifest: { ...MANIFEST, exposes: [] } }),
      ['its manifest does not expose ./remote'],
    ],
    [
      'it is a shell without index.html',
      candidateOf(SHELL, { files: ['main.html', 'main.js.br'] }),
      ['index.html is not among its files'],
    ],
    [
      'it is a shell whose page needs what is not among its files',
      candidateOf(SHELL, {
        files: ['index.html', 'main.js.br'],
        manifest: {
          ...MANIFEST,
          metaData: {
            page: {
              ...PAGE,
              scripts: ['main.js'],
              preloads: ['platform.js'],
              styles: ['../../../secret.css'],
              font: 'inter.woff2',
            },
          },
        },
      }),
      ['main.js', 'platform.js', 'inter.woff2', '../../../secret.css'].map(
        (file) => `its manifest names ${file}, which is not among its files`,
      ),
    ],
    [
      'a stylesheet of its manifest has another ending, so that its rules would not be checked',
      candidateOf(appOf('mfe-browse'), {
        files: [...FILES, 'theme.txt'],
        manifest: {
          ...MANIFEST,
          exposes: [
            { path: './remote', assets: { js: { sync: ['remote.js'] }, css: { sync: ['theme.txt'] } } },
          ],
        },
      }),
      ['its manifest names theme.txt as a stylesheet, which must end in .css'],
    ],
    [
      'its stylesheets are over the budget of all of them together',
      {
        ...candidateOf(appOf('mfe-browse')),
        files: FILES.map((path) => ({ path, bytes: path.endsWith('.css') ? 201_000 : 1 })),
      },
      ['its stylesheets are 201 KB, over the budget of 200 KB'],
    ],
    [
      'none of its scripts are compressed',
      candidateOf(appOf('mfe-browse'), { files: FILES.slice(0, 3) }),
      ['none of its scripts are compressed (.js.br)'],
    ],
    [
      'a menu entry links to a page with parameters or of another app',
      candidateOf(
        appOf('mfe-browse', {
          routes: routes('/', '/apartment/:id'),
          navigation: [entry('/'), entry('/apartment/:id'), entry('/reviews')],
        }),
      ),
      ['/apartment/:id', '/reviews'].map(
        (path) =>
          `its menu entry "${path}" links to ${path}, which is not one of its pages without parameters`,
      ),
    ],
  ])('is rejected when %s', (_what, candidate, problems) => {
    expect(problemsOf(candidate)).toEqual(problems)
  })

  it('is rejected when it has a page of another app, but not when an earlier version of itself has it', () => {
    const browse = appOf('mfe-browse', { routes: routes('/map') })
    const earlier = { ...browse, version: '1.0.0' }

    expect(problemsOf(candidateOf(browse), [served(earlier)])).toEqual([])
    expect(
      problemsOf(candidateOf(browse), [served(appOf('mfe-reviews', { routes: routes('/map') }))]),
    ).toEqual(['its route /map is a page of mfe-reviews 2.0.0 already'])
  })

  it.each([
    [['/Reviews/'], 'its route /Reviews/ is a page of mfe-reviews 2.0.0 already'],
    [['/apartment/:id', '/apartment/:aptId'], 'its routes /apartment/:id and /apartment/:aptId are the same'],
    [['/a/:x/c', '/a/b/:y'], 'its routes /a/:x/c and /a/b/:y overlap, and neither is more specific'],
    [['/api/mine'], 'its route /api/mine is reserved for the platform (/api)'],
    [['/mf/:app'], 'its route /mf/:app is reserved for the platform (/mf)'],
    [
      ['/:any/:thing'],
      'its route /:any/:thing begins with a parameter and would match the paths of other apps',
    ],
    [['/docs/*'], `its route /docs/* is not a path (*): ${EXPECTED_PATH}`],
    [['/docs/:id(\\d+)'], `its route /docs/:id(\\d+) is not a path (:id(\\d+)): ${EXPECTED_PATH}`],
    [['/docs/:id?'], `its route /docs/:id? is not a path (:id?): ${EXPECTED_PATH}`],
    [['/docs/:id/:id'], 'its route /docs/:id/:id names a parameter twice'],
  ])('is rejected when its routes are %j', (paths, problem) => {
    const others = [served(appOf('mfe-reviews', { routes: routes('/reviews') }))]

    expect(problemsOf(candidateOf(appOf('mfe-browse', { routes: routes(...paths) })), others)).toEqual([
      problem,
    ])
  })

  it('is rejected when it needs a shared package in a version that the served shell does not provide', () => {
    const candidate = candidateOf(appOf('mfe-browse'), {
      manifest: { ...MANIFEST, shared: sharing('^1.1.0') },
    })

    const canary = served({ ...SHELL, version: '1.1.0' }, '^1.1.0')

    expect(problemsOf(candidate, [canary, served(appOf('mfe-reviews'), '^1.1.0')])).toEqual([])
    expect(problemsOf(candidate, [canary, served(SHELL)])).toEqual([
      `it needs ${UI} ^1.1.0, and the served shell 1.0.0 provides 1.0.0: deploy a shell that provides ^1.1.0 first`,
    ])
  })

  it('is rejected when the shell has another major version of a shared package, unless it works with both', () => {
    const manifest = { ...MANIFEST, shared: sharing('>=1.1.0 <3.0.0') }
    const shells = [served(SHELL, '^1.1.0'), served({ ...SHELL, version: '2.0.0' }, '^2.0.0')]

    expect(problemsOf(candidateOf(appOf('mfe-browse'), { manifest }), shells)).toEqual([])
    expect(problemsOf(candidateOf(appOf('mfe-browse')), shells)).toEqual([
      `it needs ${UI} ^1.0.0, and the served shell 2.0.0 provides 2.0.0: build it against ${UI} 2.0.0`,
    ])
  })

  it.each([
    ['at once', { js: { sync: ['ui.js'], async: [] }, css: NO_FILES.css }],
    ['later', { js: { sync: [], async: ['ui.js'] }, css: NO_FILES.css }],
  ])('is rejected when it bundles its own copy of a shared package that it loads %s', (_when, assets) => {
    const shared = sharing('^1.0.0').map((share) => ({ ...share, assets }))

    expect(problemsOf(candidateOf(appOf('mfe-browse'), { manifest: { ...MANIFEST, shared } }))).toEqual([
      `it bundles its own copy of ${UI}: share it with import: false`,
    ])
  })

  it('is rejected when it needs a package that the served shell does not share, or is a shell without one', () => {
    const bare: ServedVersion = { app: SHELL, manifest: { ...MANIFEST, shared: [] } }
    const shell = { ...candidateOf(SHELL, { files: ['index.html', 'main.js.br'] }), manifest: bare.manifest }

    expect(problemsOf(candidateOf(appOf('mfe-browse')), [bare])).toEqual([
      `it needs ${UI}, which the served shell 1.0.0 does not share`,
    ])
    expect(problemsOf(shell, [served(appOf('mfe-browse'))])).toEqual([
      `it does not share ${UI}, which mfe-browse 2.0.0 needs`,
    ])
  })

  it('is accepted with a shared package of any version, and beside apps whose manifest is unreadable', () => {
    const anyVersion = sharing('^1.0.0').map((share) => ({ ...share, requiredVersion: '' }))
    const candidate = candidateOf(appOf('mfe-browse'), { manifest: { ...MANIFEST, shared: anyVersion } })
    const unreadable: ServedVersion = { app: appOf('mfe-reviews'), manifest: 'nonsense' }
    const shell = candidateOf(SHELL, { files: ['index.html', 'main.js.br'] })

    expect(problemsOf(candidate, [served(SHELL, '^2.0.0'), unreadable])).toEqual([])
    expect(problemsOf(shell, [unreadable])).toEqual([])
  })

  it('is rejected when it uses a slot that the app it belongs to does not provide', () => {
    const browse = candidateOf({ ...appOf('mfe-browse'), uses: ['reviews/list@2'] })
    const stable = appOf('mfe-reviews', { slots: ['reviews/list@1'] })
    const canary = { ...appOf('mfe-reviews', { slots: ['reviews/list@2'] }), version: '2.1.0' }

    // A site is deployed app by app.
    expect(problemsOf(browse)).toEqual([])
    expect(problemsOf(browse, [served(canary)])).toEqual([])
    expect(problemsOf(browse, [served(SHELL), served(stable), served(canary)])).toEqual([
      'it uses reviews/list@2, which mfe-reviews 2.0.0 does not provide',
    ])
  })

  it.each([
    ['shell', 370, SHELL],
    ['mfe-admin', 300, appOf('mfe-admin', { scriptsKb: 300 })],
    ['mfe-reviews', 100, appOf('mfe-reviews')],
  ])('of %s is rejected when its compressed JavaScript is over %i KB', (name, budget, app) => {
    const files = name === 'shell' ? ['index.html', 'a.js.br', 'b.js.br'] : [...FILES, 'page.js.br']
    const weighing = (kilobytes: number) => problemsOf(candidateOf(app, { files, bytes: kilobytes * 500 }))

    expect(weighing(budget)).toEqual([])
    expect(weighing(budget + 0.6)).toEqual([
      `its JavaScript is ${budget + 1} KB (brotli), over the budget of ${budget} KB for ${name}`,
    ])
  })

  it('of the shell is rejected when every page would load more than 140 KB of it first', () => {
    const files = ['index.html', 'main.1a.js.br', 'platform.2b.js.br', 'maintenance.js.br']
    const weighing = (kilobytes: number) => problemsOf(candidateOf(SHELL, { files, bytes: kilobytes * 500 }))

    expect(weighing(140)).toEqual([])
    expect(weighing(141)).toEqual([
      'every page would load 141 KB (brotli) of it first, over the budget of 140 KB: move what no first screen shows behind import()',
    ])
  })
})

describe('the calls of a new version', () => {
  const problemsOfCalls = (calls: string[], servedCalls: string[]) =>
    problemsOf(candidateOf({ ...appOf('mfe-browse'), calls }), [], callsOf(...servedCalls))

  it('are not compared until every service has published its calls', () => {
    expect(problemsOf(candidateOf({ ...appOf('mfe-browse'), calls: ['GET /api/new'] }), [], noCalls)).toEqual(
      [],
    )
  })

  it.each([
    ['GET /api/apts/a1', 'GET /api/apts/:ids'],
    ['GET /api/apts/:id', 'GET /api/apts/:ids'],
    ['GET /api/apts?page=1', 'GET /api/apts'],
    ['GET /api/apts/', 'GET /api/apts'],
  ])('may be %s when %s is served', (call, servedCall) => {
    expect(problemsOfCalls([call], ['GET /api/faqs', servedCall])).toEqual([])
  })

  it.each([
    ['GET /api/apts/a1/photos', 'GET /api/apts/:id'],
    ['GET /api/apts', 'GET /api/apts/:id'],
    ['POST /api/apts/a1', 'GET /api/apts/:id'],
    ['GET /api/apts/:id', 'GET /api/apts/new'],
    ['GET /api/apts//a1', 'GET /api/apts/a1'],
  ])('may not be %s when only %s is served', (call, servedCall) => {
    expect(problemsOfCalls([call], [servedCall])).toEqual([
      `it calls ${call}, which no instance of svc-catalog serves yet: deploy svc-catalog first`,
    ])
  })

  it('include the link previews of its routes, each once', () => {
    const browse = appOf('mfe-browse', {
      routes: [
        { path: '/', title: 'Home', preview: { answer: '/api/home', title: '/title' } },
        { path: '/map', title: 'Map', preview: { answer: '/api/map', title: '/title' } },
      ],
    })
    const candidate = candidateOf({ ...browse, calls: ['GET /api/home'] })

    expect(problemsOf(candidate, [], callsOf('GET /api/faqs'))).toEqual([
      'it calls GET /api/home, which no service serves yet: deploy the service first',
      'it calls GET /api/map, which no service serves yet: deploy the service first',
    ])
  })
})

describe('restoring a version', () => {
  const reviews = appOf('mfe-reviews', { slots: ['reviews/list@1'], routes: routes('/reviews') })
  const user = { ...appOf('mfe-browse'), uses: ['reviews/list@1'] }

  it('breaks nothing where only its own shortcomings are known', () => {
    expect(findBreakages({ app: reviews, manifest: 'nonsense' }, [served(user)])).toEqual([])
    expect(findBreakages({ app: SHELL, manifest: 'nonsense' }, [served(user)])).toEqual([])
    expect(findBreakages(served(reviews, '^9.0.0'), [served(SHELL)])).toEqual([])
  })

  it('breaks apps that have come to use a slot which it does not provide', () => {
    expect(
      findBreakages(served({ ...reviews, remote: appOf('mfe-reviews').remote }), [
        served(SHELL),
        served(user),
      ]),
    ).toEqual(['it does not provide reviews/list@1, which mfe-browse 2.0.0 uses'])
  })

  it('breaks the app that has its page now, but no other version of itself', () => {
    const taken = appOf('mfe-browse', { routes: routes('/reviews') })

    expect(findBreakages(served(reviews), [served(taken), served({ ...reviews, version: '3.0.0' })])).toEqual(
      ['its route /reviews is a page of mfe-browse 2.0.0 already'],
    )
  })

  it('breaks remotes when it is a shell with a shared package that they cannot use', () => {
    const others = [served(reviews), served(user, '^1.1.0')]

    expect(findBreakages(served(SHELL), others)).toEqual([
      `it provides ${UI} 1.0.0, and mfe-browse 2.0.0 needs ^1.1.0: build it with ${UI} ^1.1.0`,
    ])
    expect(findBreakages(served(SHELL, '^2.0.0'), [served(user)])).toEqual([
      `it provides ${UI} 2.0.0, and mfe-browse 2.0.0 needs ^1.0.0: deploy a version of mfe-browse that works with 2.0.0 first`,
    ])
  })

  it('fails when it cannot be served any more', () => {
    expect(findBreakages(served({ ...reviews, baseUrl: '/mf/elsewhere/' }), [])).toEqual([
      'its baseUrl must be /mf/mfe-reviews/2.0.0/',
    ])
  })

  it('lists a route that cannot be matched once', () => {
    const wrong = { ...reviews, remote: { name: 'reviews', slots: [], routes: routes('/docs/:id(\\d+)') } }

    expect(findBreakages(served(wrong), [])).toEqual([
      expect.stringContaining('its route /docs/:id(\\d+) is not a path'),
    ])
  })
})

describe('retiring an app', () => {
  const reviews = appOf('mfe-reviews', { slots: ['reviews/list@1'] })

  it('breaks the apps that use one of its slots', () => {
    const user = { ...appOf('mfe-browse'), uses: ['reviews/list@1'] }

    expect(findBreakagesOfRetiring(reviews, [served(reviews), served(user)])).toEqual([
      'it does not provide reviews/list@1, which mfe-browse 2.0.0 uses',
    ])
  })

  it('breaks nothing when only its own versions use its slots, or it has none', () => {
    expect(findBreakagesOfRetiring(reviews, [served({ ...reviews, uses: ['reviews/list@1'] })])).toEqual([])
    expect(findBreakagesOfRetiring(SHELL, [served(reviews)])).toEqual([])
  })
})
