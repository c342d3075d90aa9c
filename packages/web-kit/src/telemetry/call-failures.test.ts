import { addLike, type Endpoint, getFrequentQuestions, type PageReport } from '@offquad/contracts'
import { replacePageData } from '../page-data'
import { buildApp, testPage } from '../testing'
import { collectBeacons } from '../testing/beacons'
import { api } from '../api/api'
import { resetCallFailures, reportCallFailures } from './call-failures'
import { resetReports } from './page-reports'

const appOf = (name: string, path: string, calls: string[]) =>
  buildApp(`mfe-${name}`, { routes: [{ path, title: '' }] }, { calls })

/** Makes a call that fails with a problem. */
async function fail(call: Endpoint, status: number, code = 'some-problem'): Promise<void> {
  const problem = { type: `/problems/${code}`, title: 'A problem', status, requestId: 'r1' }
  globalThis.fetch = () => Promise.resolve(new Response(JSON.stringify(problem), { status }))
  await api(call).catch(() => undefined)
}

describe('a failed call', () => {
  let beacons: ReturnType<typeof collectBeacons>

  beforeEach(() => {
    jest.useFakeTimers()
    beacons = collectBeacons()
    resetReports()
    resetCallFailures()
    reportCallFailures()
    history.replaceState(null, '', '/faq')
    replacePageData({
      ...testPage,
      registry: {
        apps: [
          buildApp('shell'),
          appOf('account', '/faq', ['GET /api/faqs']),
          appOf('browse', '/', ['GET /api/faqs']),
          appOf('reviews', '/reviews', ['POST /api/add-like']),
        ],
      },
    })
  })
  afterEach(() => jest.useRealTimers())

  async function reported(): Promise<string[]> {
    jest.advanceTimersByTime(1_000)
    jest.useRealTimers()
    const sent = (await beacons.read()) as { reports: PageReport[] }[]
    return sent.flatMap(({ reports }) => reports).map(({ app, kind, route }) => `${app} ${kind} ${route}`)
  }

  it('counts once against the remote of the page when no service has the call', async () => {
    await fail(getFrequentQuestions, 404, 'unknown-path')
    await fail(getFrequentQuestions, 404, 'unknown-path')

    expect(await reported()).toEqual(['mfe-account call-failure /faq'])
  })

  it('counts against the remote that made it, even on the page of another remote', async () => {
    await fail(addLike, 404, 'unknown-path')

    expect(await reported()).toEqual(['mfe-reviews call-failure /faq'])
  })

  it('counts against the shell on a page without a remote', async () => {
    history.replaceState(null, '', '/nowhere')
    await fail(getFrequentQuestions, 404, 'unknown-path')

    expect(await reported()).toEqual(['shell call-failure none'])
  })

  it('counts when the service fails repeatedly', async () => {
    await fail(getFrequentQuestions, 500)
    await fail(addLike, 500)
    await fail(getFrequentQuestions, 500)

    expect(await reported()).toEqual(['mfe-account call-failure /faq'])
  })

  it.each([401, 403, 404, 409, 413, 429, 502, 503, 504])('does not count with status %i', async (status) => {
    for (let attempt = 0; attempt < 3; attempt += 1) await fail(getFrequentQuestions, status)

    expect(await reported()).toEqual([])
  })
})
