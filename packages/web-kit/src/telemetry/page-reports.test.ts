import { type PageReport } from '@offquad/contracts'
import { replacePageData } from '../page-data'
import { testUniversity } from '../testing'
import { isPageChanged, resetPageChanges, watchForChanges } from './changed-page'
import { resetReports, reportRemote, reportUncaughtErrors, reportVital } from './page-reports'

const page = { registry: { apps: [] }, university: testUniversity, answers: [] }
const browse = { app: 'mfe-browse', version: '2.0.0' }

describe("a page's reports", () => {
  const sent: PageReport[][] = []
  const tokens: (string | undefined)[] = []
  const reading: Promise<void>[] = []
  let visibility: DocumentVisibilityState = 'visible'

  beforeAll(() => {
    Object.defineProperty(document, 'visibilityState', { get: () => visibility })
    reportUncaughtErrors()
  })
  beforeEach(() => {
    jest.useFakeTimers()
    sent.length = 0
    tokens.length = 0
    history.replaceState(null, '', '/')
    serveWith([])
    visibility = 'visible'
    resetReports()
    replacePageData(page)
    Object.assign(navigator, {
      sendBeacon: (_path: string, body: Blob) => {
        reading.push(
          textOf(body).then((text) => {
            const { page: token, reports } = JSON.parse(text) as Body
            sent.push(reports)
            tokens.push(token)
          }),
        )
        return true
      },
    })
  })
  afterEach(() => jest.useRealTimers())

  async function arrived(): Promise<PageReport[][]> {
    jest.useRealTimers()
    await Promise.all(reading.splice(0))
    return sent
  }

  it('are batched, with one report per kind and route', async () => {
    reportRemote(browse, 'view')
    reportRemote(browse, 'view')
    reportVital(browse, 'LCP', 'good')
    reportVital(browse, 'LCP', 'poor')
    reportVital(browse, 'CLS', 'good')
    jest.advanceTimersByTime(1_000)

    expect(await arrived()).toEqual([
      [
        { ...browse, route: 'none', kind: 'view' },
        { ...browse, route: 'none', kind: 'vital', name: 'LCP', rating: 'good' },
        { ...browse, route: 'none', kind: 'vital', name: 'CLS', rating: 'good' },
      ],
    ])
  })

  it('contain the route template, and start over on another route', async () => {
    const routes = ['/apartment/new', '/apartment/:aptId', '/'].map((path) => ({ path, title: '' }))
    const remote = { name: 'browse', slots: [], routes }
    replacePageData({
      ...page,
      registry: { apps: [{ ...browse, baseUrl: '/mf/mfe-browse/2.0.0/', remote }] },
    })
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

    await arrived()
    expect(tokens).toEqual(['signed'])
  })

  it('are split into several requests when there are many', async () => {
    for (let version = 0; version < 25; version += 1)
      reportRemote({ app: 'mfe-browse', version: String(version) }, 'view')
    jest.advanceTimersByTime(1_000)

    expect((await arrived()).map((reports) => reports.length)).toEqual([20, 5])
  })

  describe('on a page that others change', () => {
    afterEach(() => {
      resetPageChanges()
      document.body.replaceChildren()
    })

    async function kindsAfterError(): Promise<string[]> {
      reportRemote(browse, 'view')
      reportRemote(browse, 'error')
      jest.advanceTimersByTime(1_000)
      return (await arrived()).flat().map(({ kind }) => kind)
    }

    it('contain no error of a page that is translated', async () => {
      document.body.innerHTML = '<p><font><font>Hola</font></font></p>'

      expect(await kindsAfterError()).toEqual(['view'])
    })

    it('contain no error of a page that an extension changed before React took over', async () => {
      document.body.innerHTML = '<p>Hello</p>'
      const end = watchForChanges(document.body)
      document.querySelector('p')?.append(document.createElement('mark'))
      end()

      expect(await kindsAfterError()).toEqual(['view'])
    })

    it('contain errors of a page that only the site changes', async () => {
      watchForChanges(document.body)()
      document.body.innerHTML = '<p>Hello</p>'

      expect(isPageChanged()).toBe(false)
      expect(await kindsAfterError()).toEqual(['view', 'error'])
    })
  })

  it('are flushed when the page is hidden, and later ones are sent immediately', async () => {
    reportRemote(browse, 'view')
    visibility = 'hidden'
    dispatchEvent(new Event('visibilitychange'))
    reportVital(browse, 'INP', 'good')

    expect(await arrived()).toEqual([
      [{ ...browse, route: 'none', kind: 'view' }],
      [{ ...browse, route: 'none', kind: 'vital', name: 'INP', rating: 'good' }],
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
}

// jsdom lacks Blob.text().
const textOf = (blob: Blob): Promise<string> =>
  new Promise((resolve) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.readAsText(blob)
  })
