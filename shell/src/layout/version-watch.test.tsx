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

/** Opens a page with version 1 and navigates a minute later. */
async function goOnAfterAMinute(live: object, previews?: { app: string; version: string }[]): Promise<void> {
  renderApp(null, {
    url: '/a',
    pageData: { registry: { apps: [app('1')] }, ...(previews && { previews }) },
    responses: { '/mf/registry.json': { body: { apps: [live] } } },
    routes: () => [{ path: '*', element: <Page to="/b" /> }],
  })
  await act(() => jest.advanceTimersByTimeAsync(61_000))
  expect(reload).not.toHaveBeenCalled()
  await act(async () => void fireEvent.click(screen.getByRole('link')))
}

describe('a long-lived tab', () => {
  beforeEach(() => {
    jest.useFakeTimers()
    reload.mockClear()
  })
  afterEach(() => jest.useRealTimers())

  it('loads a new version on the next navigation, not before', async () => {
    await goOnAfterAMinute(app('2'))

    expect(reload).toHaveBeenCalledTimes(1)
  })

  it.each([
    ['is still live', app('1')],
    ['is a canary', { ...app('2'), canary: { ...app('1'), percent: 10, salt: 's' } }],
  ])('does not reload while its version %s', async (_what, live) => {
    await goOnAfterAMinute(live)

    expect(reload).not.toHaveBeenCalled()
  })

  it('keeps the version that it previews', async () => {
    await goOnAfterAMinute(app('2'), [{ app: 'mfe-browse', version: '1' }])

    expect(reload).not.toHaveBeenCalled()
  })
})
