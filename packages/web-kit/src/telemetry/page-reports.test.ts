import { type PageReport } from '@offquad/contracts'
import { replacePageData } from '../page-data'
import { testUniversity } from '../testing'
import { forgetReports, reportRemote, reportUncaughtErrors, reportVital } from './page-reports'

const page = { registry: { apps: [] }, university: testUniversity, manifests: {}, answers: [] }
const browse = { app: 'mfe-browse', version: '2.0.0' }

describe('what a page says of its versions', () => {
  const sent: PageReport[][] = []
  const reading: Promise<void>[] = []
  let visibility: DocumentVisibilityState = 'visible'

  beforeAll(() => {
    Object.defineProperty(document, 'visibilityState', { get: () => visibility })
    reportUncaughtErrors()
  })
  beforeEach(() => {
    jest.useFakeTimers()
    sent.length = 0
    visibility = 'visible'
    forgetReports()
    replacePageData(page)
    Object.assign(navigator, {
      sendBeacon: (_path: string, body: Blob) => {
        reading.push(textOf(body).then((text) => void sent.push((JSON.parse(text) as Body).reports)))
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

  it('is gathered, and of each kind it says one thing', async () => {
    reportRemote(browse, 'view')
    reportRemote(browse, 'view')
    reportVital(browse, 'LCP', 'good')
    reportVital(browse, 'LCP', 'poor')
    reportVital(browse, 'CLS', 'good')
    jest.advanceTimersByTime(1_000)

    expect(await arrived()).toEqual([
      [
        { ...browse, kind: 'view' },
        { ...browse, kind: 'vital', name: 'LCP', rating: 'good' },
        { ...browse, kind: 'vital', name: 'CLS', rating: 'good' },
      ],
    ])
  })

  it('is sent when the page is left, and what is known only then at once', async () => {
    reportRemote(browse, 'view')
    visibility = 'hidden'
    dispatchEvent(new Event('visibilitychange'))
    reportVital(browse, 'INP', 'good')

    expect(await arrived()).toEqual([
      [{ ...browse, kind: 'view' }],
      [{ ...browse, kind: 'vital', name: 'INP', rating: 'good' }],
    ])
  })

  it('is nothing on pages that are not asked', async () => {
    replacePageData({ ...page, reportShare: 0 })
    reportRemote(browse, 'view')
    jest.advanceTimersByTime(2_000)

    expect(await arrived()).toEqual([])
  })
})

interface Body {
  reports: PageReport[]
}

// The test's document has no Blob.text().
const textOf = (blob: Blob): Promise<string> =>
  new Promise((resolve) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.readAsText(blob)
  })
