import { renderApp } from '@offquad/web-kit/testing'
import { act, fireEvent, screen } from '@testing-library/react'
import { Link } from 'react-router-dom'
import { useNewVersionsOnNavigation } from './version-watch'

const app = (version: string) => ({ app: 'mfe-browse', version, baseUrl: `/mf/mfe-browse/${version}/` })
const reload = jest.fn()

function Page({ to }: { to: string }) {
  useNewVersionsOnNavigation(reload)
  return <Link to={to}>Go on</Link>
}

/** A page that was opened with version 1, a minute later, whose reader then goes on. */
async function goOnAfterAMinute(live: object, previews?: { app: string; version: string }[]): Promise<void> {
  renderApp(null, {
    url: '/a',
    pageData: { registry: { apps: [app('1')] }, ...(previews && { previews }) },
    answers: { '/mf/registry.json': { body: { apps: [live] } } },
    routes: () => [{ path: '*', element: <Page to="/b" /> }],
  })
  await act(() => jest.advanceTimersByTimeAsync(61_000))
  expect(reload).not.toHaveBeenCalled()
  await act(async () => void fireEvent.click(screen.getByRole('link')))
}

describe('a tab that is open for long', () => {
  beforeEach(() => {
    jest.useFakeTimers()
    reload.mockClear()
  })
  afterEach(() => jest.useRealTimers())

  it('takes a new version with the next page its reader opens, not before', async () => {
    await goOnAfterAMinute(app('2'))

    expect(reload).toHaveBeenCalledTimes(1)
  })

  it.each([
    ['is live still', app('1')],
    ['is being tried', { ...app('2'), canary: { ...app('1'), percent: 10, salt: 's' } }],
  ])('stays as it is while its version %s', async (_what, live) => {
    await goOnAfterAMinute(live)

    expect(reload).not.toHaveBeenCalled()
  })

  it('stays with the version it previews, which is not live', async () => {
    await goOnAfterAMinute(app('2'), [{ app: 'mfe-browse', version: '1' }])

    expect(reload).not.toHaveBeenCalled()
  })
})
