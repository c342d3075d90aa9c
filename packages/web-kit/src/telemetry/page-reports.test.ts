import { type IgnoredFailure, type PageReport, type PublishedApp } from '@offquad/contracts'
import { replacePageData } from '../page-data'
import { buildApp, testPage as page } from '../testing'
import { collectBeacons } from '../testing/beacons'
import { noteOutage, resetNoise, watchForChanges } from './noise'
import { resetReports, reportRemote, reportThrown, reportUncaughtErrors, reportVital } from './page-reports'

const browse = { app: 'mfe-browse', version: '2.0.0' }

describe("a page's reports", () => {
  let beacons: ReturnType<typeof collectBeacons>
  let visibility: DocumentVisibilityState = 'visible'

  beforeAll(() => {
    Object.defineProperty(document, 'visibilityState', { get: () => visibility })
    reportUncaughtErrors()
  })
  beforeEach(() => {
    jest.useFakeTimers()
    history.replaceState(null, '', '/')
    serveWith([])
    visibility = 'visible'
    resetReports()
    replacePageData(page)
    beacons = collectBeacons()
  })
  afterEach(() => jest.useRealTimers())

  async function sent(): Promise<Body[]> {
    jest.useRealTimers()
    return (await beacons.read()) as Body[]
  }
  const arrived = async () => (await sent()).map(({ reports }) => reports)

  it('are batched, with one report per kind and route, and every value of a vital', async () => {
    reportRemote(browse, 'view')
    reportRemote(browse, 'view')
    reportVital(browse, 'INP', 40, '/')
    reportVital(browse, 'INP', 320, '/')
    // Old callers reported ratings instead of values.
    reportVital(browse, 'CLS', 'good')
    jest.advanceTimersByTime(1_000)

    expect(await arrived()).toEqual([
      [
        { ...browse, route: 'none', kind: 'view' },
        { ...browse, route: '/', kind: 'vital', name: 'INP', value: 40 },
        { ...browse, route: '/', kind: 'vital', name: 'INP', value: 320 },
      ],
    ])
  })

  it('contain the route template, and start over on another route', async () => {
    const routes = ['/apartment/new', '/apartment/:aptId', '/'].map((path) => ({ path, title: '' }))
    replacePageData({ ...page, registry: { apps: [buildApp('mfe-browse', { routes }, browse)] } })
    for (const path of ['/apartment/a7?sort=new', '/apartment/a8', '/Apartment/new/', '/nowhere']) {
      history.replaceState(null, '', path)
      reportRemote(browse, 'view')
    }
    jest.advanceTimersByTime(1_000)

    expect((await arrived()).flat().map(({ route }) => route)).toEqual([
      '/apartment/:aptId',
      '/apartment/new',
      'none',
    ])
  })

  it('contain the token of the page', async () => {
    serveWith([
      { name: 'db', description: 'other' },
      { name: 'page', description: 'signed' },
    ])
    reportRemote(browse, 'view')
    jest.advanceTimersByTime(1_000)

    expect((await sent()).map(({ page: token }) => token)).toEqual(['signed'])
  })

  it('are split into several requests when there are many', async () => {
    for (let version = 0; version < 25; version += 1)
      reportRemote({ app: 'mfe-browse', version: String(version) }, 'view')
    jest.advanceTimersByTime(1_000)

    expect((await arrived()).map((reports) => reports.length)).toEqual([20, 5])
  })

  describe('of a failure', () => {
    const onLine = jest.spyOn(navigator, 'onLine', 'get')
    afterEach(() => {
      resetNoise()
      document.body.replaceChildren()
      document.documentElement.querySelector('loom-container')?.remove()
      onLine.mockReturnValue(true)
    })

    async function afterFailure(cause: unknown = new Error('broken')): Promise<(string | undefined)[]> {
      reportRemote(browse, 'view')
      reportRemote(browse, 'error', cause)
      jest.advanceTimersByTime(1_000)
      const bodies = await sent()
      return [
        ...bodies.flatMap(({ reports }) => reports.map(({ kind }) => kind)),
        ...bodies.flatMap(({ ignored = [] }) => ignored.map(({ noise }) => noise)),
      ]
    }

    it('count when only the site changes its page', async () => {
      watchForChanges(document.body)()
      document.body.innerHTML = '<p>Hello</p>'

      expect(await afterFailure()).toEqual(['view', 'error'])
    })

    it('do not count on a page that an extension changed before React took over', async () => {
      document.body.innerHTML = '<p>Hello</p>'
      const end = watchForChanges(document.body)
      document.querySelector('p')?.append(document.createElement('mark'))
      end()

      expect(await afterFailure()).toEqual(['view', 'extension'])
    })

    it.each([
      [
        'an element beside the body',
        () => document.documentElement.append(document.createElement('loom-container')),
      ],
      ['a picture', () => (document.body.innerHTML = '<img src="chrome-extension://abc/icon.png">')],
    ])('do not count on a page to which an extension added %s', async (_what, extend) => {
      extend()

      expect(await afterFailure()).toEqual(['view', 'extension'])
    })

    it('do not count when an extension is on the stack', async () => {
      const error = Object.assign(new Error('x'), {
        stack: 'Error: x\n    at f (moz-extension://abc/content.js:1:2)',
      })

      expect(await afterFailure(error)).toEqual(['view', 'extension'])
    })

    it('do not count while the browser is offline, and shortly after', async () => {
      onLine.mockReturnValue(false)
      expect(await afterFailure()).toEqual(['view', 'offline'])

      jest.useFakeTimers()
      resetReports()
      beacons = collectBeacons()
      onLine.mockReturnValue(true)
      dispatchEvent(new Event('online'))
      expect(await afterFailure()).toEqual(['view', 'offline'])
    })

    it('do not count shortly after a service could not be reached', async () => {
      noteOutage()
      expect(await afterFailure()).toEqual(['view', 'unavailable'])
    })

    it('count again when the outage is over', async () => {
      noteOutage()
      jest.advanceTimersByTime(31_000)
      expect(await afterFailure()).toEqual(['view', 'error'])
    })
  })

  describe('of an error', () => {
    const [shell, published, reviews] = ['shell', 'mfe-browse', 'mfe-reviews'].map((app) =>
      buildApp(app, {}, { version: '2.0.0' }),
    ) as [PublishedApp, PublishedApp, PublishedApp]
    beforeEach(() => replacePageData({ ...page, registry: { apps: [shell, published, reviews] } }))

    const errorAt = (message: string, ...frames: string[]) =>
      Object.assign(new TypeError(message), {
        stack: [`TypeError: ${message}`, ...frames.map((frame) => `    at f (https://x.edu${frame})`)].join(
          '\n',
        ),
      })

    const blamed = async () => {
      jest.advanceTimersByTime(1_000)
      return (await arrived())
        .flat()
        .map(({ app, ...report }) => [app, 'error' in report && report.error?.at])
    }

    it('blame the version whose file is on top of the stack, not the one that caught it', async () => {
      const broken = errorAt(
        'JSON.parse is mine now',
        '/mf/mfe-reviews/2.0.0/411.js?again=1:1:2034',
        '/mf/mfe-browse/2.0.0/remote.js:7:1',
      )
      reportThrown(broken, { app: 'mfe-browse', version: '2.0.0' })

      expect(await blamed()).toEqual([['mfe-reviews', '/mf/mfe-reviews/2.0.0/411.js:1:2034']])
    })

    it('blame a remote for what React, which comes with the shell, throws because of it', async () => {
      reportThrown(
        errorAt('Invalid hook call', '/mf/shell/2.0.0/255.js:1:1', '/mf/mfe-reviews/2.0.0/411.js:1:2'),
        browse,
      )

      expect(await blamed()).toEqual([['mfe-reviews', '/mf/mfe-reviews/2.0.0/411.js:1:2']])
    })

    it('blame the remote whose content it was when only React is on the stack', async () => {
      reportThrown(errorAt('Objects are not valid as a child', '/mf/shell/2.0.0/255.js:1:1'), reviews)

      expect(await blamed()).toEqual([['mfe-reviews', '/mf/shell/2.0.0/255.js:1:1']])
    })

    it('blame the remote that caught it where no file of a version is on the stack', async () => {
      reportThrown(errorAt('see https://x.edu/mf/mfe-browse/2.0.0/a.js:1:1'), reviews)

      expect(await blamed()).toEqual([['mfe-reviews', undefined]])
    })

    it('blame the file of a script that cannot be parsed', async () => {
      const filename = 'https://x.edu/mf/mfe-reviews/2.0.0/411.js'
      dispatchEvent(new ErrorEvent('error', { message: 'SyntaxError', filename, lineno: 1, colno: 5 }))

      expect(await blamed()).toEqual([['mfe-reviews', '/mf/mfe-reviews/2.0.0/411.js:1:5']])
    })
  })

  it('are flushed when the page is hidden, and later ones are sent at once, those of a moment together', async () => {
    reportRemote(browse, 'view')
    visibility = 'hidden'
    dispatchEvent(new Event('visibilitychange'))
    reportVital(browse, 'INP', 40, '/')
    reportVital(browse, 'CLS', 0, '/')
    jest.runAllTicks()

    expect(await arrived()).toEqual([
      [{ ...browse, route: 'none', kind: 'view' }],
      [
        { ...browse, route: '/', kind: 'vital', name: 'INP', value: 40 },
        { ...browse, route: '/', kind: 'vital', name: 'CLS', value: 0 },
      ],
    ])
  })

  it('are not sent by pages that are not sampled', async () => {
    replacePageData({ ...page, reportShare: 0 })
    reportRemote(browse, 'view')
    jest.advanceTimersByTime(2_000)

    expect(await arrived()).toEqual([])
  })
})

function serveWith(serverTiming: { name: string; description: string }[]): void {
  Object.assign(performance, { getEntriesByType: () => [{ serverTiming }] })
}

interface Body {
  page?: string
  reports: PageReport[]
  ignored?: IgnoredFailure[]
}
