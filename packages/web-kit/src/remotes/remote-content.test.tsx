import { apartmentReviewsSlot, leaveReviewSlot, type PageData } from '@offquad/contracts'
import { act, fireEvent, screen } from '@testing-library/react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { buildApp, type Remotes, renderApp } from '../testing'
import { collectBeacons } from '../testing/beacons'
import { resetReports } from '../telemetry/page-reports'
import { replaceLoadedRemote } from './load-remote'
import { RemoteContent, Slot } from './remote-content'
import { defineRemote, provideSlot } from './remote-definition'

const reviews = defineRemote({
  routes: [],
  slots: provideSlot(apartmentReviewsSlot, ({ aptId }) => <p>Reviews of {aptId}</p>),
})

const broken = defineRemote({
  routes: [],
  slots: provideSlot(apartmentReviewsSlot, () => {
    throw new Error('a bug in the remote')
  }),
})

const openPage = (remotes: Remotes, aptId = 'a1', pageData: Partial<PageData> = {}) =>
  renderApp(
    <>
      <h1>Gull House</h1>
      <Slot
        contract={apartmentReviewsSlot}
        label="Reviews"
        props={{ aptId, landlordId: null, name: 'Gull House' }}
        fallback={<p>On its way</p>}
      />
    </>,
    { remotes, pageData },
  )

describe("another remote's content on a page", () => {
  it('shows a skeleton until the remote has loaded', async () => {
    openPage({ reviews: () => Promise.resolve(reviews) })

    expect(screen.getByText('On its way')).toBeTruthy()
    expect(await screen.findByText('Reviews of a1')).toBeTruthy()
  })

  it('is reported when it shows nothing within ten seconds', async () => {
    jest.useFakeTimers()
    resetReports()
    const beacons = collectBeacons()
    const registry = { apps: [buildApp('mfe-reviews')] }
    openPage({ reviews: () => new Promise(() => undefined) }, 'a1', { registry })
    act(() => jest.advanceTimersByTime(9_900))
    const before = beacons.read()

    act(() => jest.advanceTimersByTime(2_000))
    jest.useRealTimers()
    expect(JSON.stringify(await before)).not.toContain('load-failure')
    expect((await beacons.read()).at(-1)).toMatchObject({
      reports: [
        { app: 'mfe-reviews', kind: 'load-failure', error: { message: 'It shows nothing after 10 s.' } },
      ],
    })
  })

  it.each([
    ['shows nothing', () => null, 1],
    ['is still loading', () => <p aria-busy="true" />, 0],
    ['has a text', () => <p>Reviews</p>, 0],
  ])('that %s ten seconds after its page was loaded is reported or not', async (_what, Page, failures) => {
    jest.useFakeTimers()
    resetReports()
    const beacons = collectBeacons()
    const page = (
      <RemoteContent remote="reviews" label="Reviews" fallback={null} isPage>
        {() => <Page />}
      </RemoteContent>
    )
    renderApp(<main>{page}</main>, {
      remotes: { reviews },
      pageData: { registry: { apps: [buildApp('mfe-reviews')] } },
    })

    act(() => jest.advanceTimersByTime(12_000))
    jest.useRealTimers()
    expect(JSON.stringify(await beacons.read()).match(/load-failure/g) ?? []).toHaveLength(failures)
  })

  it("is marked with its app, so that only the app's styles apply", () => {
    openPage({ reviews })

    expect(screen.getByText('Reviews of a1').closest('[data-app]')?.getAttribute('data-app')).toBe(
      'mfe-reviews',
    )
    expect(screen.getByRole('heading', { level: 1 }).closest('[data-app]')).toBeNull()
  })

  it('is rendered once during hydration when the remote is already loaded', async () => {
    let renders = 0
    const counted = defineRemote({
      routes: [],
      slots: provideSlot(apartmentReviewsSlot, ({ aptId }) => {
        renders += 1
        return <p>Reviews of {aptId}</p>
      }),
    })
    openPage({ reviews: counted })
    const page = (
      <Slot
        contract={apartmentReviewsSlot}
        label="Reviews"
        props={{ aptId: 'a2', landlordId: null, name: 'Gull House' }}
      />
    )
    const container = document.createElement('div')
    container.innerHTML = renderToString(page)
    renders = 0

    const root = await act(async () => hydrateRoot(container, page))

    expect(container.textContent).toBe('Reviews of a2')
    expect(renders).toBe(1)
    act(() => root.unmount())
  })

  it('is replaced in place when its development server provides a new version', () => {
    const reported = jest.spyOn(console, 'error').mockImplementation(() => undefined)
    openPage({ reviews: broken })
    reported.mockRestore()

    act(() => replaceLoadedRemote('reviews', reviews))

    expect(screen.getByText('Reviews of a1')).toBeTruthy()
  })

  const both = defineRemote({
    routes: [],
    slots: {
      ...reviews.slots,
      ...provideSlot(leaveReviewSlot, ({ name }) => <button>Review {name}</button>),
    },
  })
  const subject = { aptId: 'a1', landlordId: null, name: 'Gull House' }
  const brokenOnce = () => {
    const loads = [() => Promise.reject(new Error('no answer')), () => Promise.resolve(both)]
    return {
      // Both parts load at the same time, and share the request.
      reviews: jest.fn(() => loads.shift()?.() ?? Promise.reject(new Error('loaded too often'))),
    }
  }
  const openBoth = () =>
    renderApp(
      <>
        <Slot contract={leaveReviewSlot} label="Writing" props={subject} isExtra />
        <Slot contract={apartmentReviewsSlot} label="Reviews" props={subject} />
      </>,
      { remotes: brokenOnce() },
    )

  it('brings the small extras of its remote back with it', async () => {
    openBoth()
    await screen.findByText('Reviews cannot be shown right now.')
    expect(screen.queryByRole('button', { name: 'Review Gull House' })).toBeNull()

    fireEvent.click(screen.getByRole('button', { name: 'Retry' }))

    expect(await screen.findByRole('button', { name: 'Review Gull House' })).toBeTruthy()
    expect(screen.getByText('Reviews of a1')).toBeTruthy()
  })

  it('comes back by itself when the connection does', async () => {
    openBoth()
    await screen.findByText('Reviews cannot be shown right now.')

    fireEvent(window, new Event('online'))

    expect(await screen.findByText('Reviews of a1')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Review Gull House' })).toBeTruthy()
  })

  it('that is a dialog is replaced by one', async () => {
    const onClose = jest.fn()
    renderApp(<Slot contract={leaveReviewSlot} label="The form" props={subject} onClose={onClose} />, {
      remotes: brokenOnce(),
    })

    const dialog = await screen.findByRole('dialog', { name: 'The form' })
    expect(dialog.textContent).toContain('The form cannot be shown right now.')
    fireEvent.click(screen.getByRole('button', { name: 'Close' }))

    expect(onClose).toHaveBeenCalledTimes(1)
  })

  it.each([
    ['throws', { reviews: broken }],
    ['does not provide it', { reviews: defineRemote({ routes: [] }) }],
  ])('shows that it is missing when the remote %s', (_what, remotes) => {
    // React logs every error that a boundary catches.
    const reported = jest.spyOn(console, 'error').mockImplementation(() => undefined)

    openPage(remotes)

    expect(screen.getByText('Reviews cannot be shown right now.')).toBeTruthy()
    expect(screen.getByRole('heading', { level: 1, name: 'Gull House' })).toBeTruthy()
    reported.mockRestore()
  })

  it('shows that it is missing when its props violate the contract', () => {
    const reported = jest.spyOn(console, 'error').mockImplementation(() => undefined)

    openPage({ reviews }, '')

    expect(screen.getByText('Reviews cannot be shown right now.')).toBeTruthy()
    reported.mockRestore()
  })
})
