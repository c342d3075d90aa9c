import { apartmentReviewsSlot } from '@offquad/contracts'
import { act, fireEvent, screen } from '@testing-library/react'
import { type Remotes, renderApp } from '../testing'
import { replaceLoadedRemote } from './load-remote'
import { Slot } from './remote-content'
import { defineRemote, provideSlot } from './remote-definition'

const reviews = defineRemote({
  routes: [],
  slots: provideSlot(apartmentReviewsSlot, ({ aptId }) => <p>Reviews of {aptId}</p>),
})

const broken = defineRemote({
  routes: [],
  slots: provideSlot(apartmentReviewsSlot, () => {
    throw new Error('a bug of the remote')
  }),
})

const openPage = (remotes: Remotes, aptId = 'a1') =>
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
    { remotes },
  )

describe("another remote's part of a page", () => {
  it('is there at once when the remote is', () => {
    openPage({ reviews })

    expect(screen.getByText('Reviews of a1')).toBeTruthy()
  })

  it('comes when the remote is loaded, its shape shown until then', async () => {
    openPage({ reviews: () => Promise.resolve(reviews) })

    expect(screen.getByText('On its way')).toBeTruthy()
    expect(await screen.findByText('Reviews of a1')).toBeTruthy()
  })

  it("is marked as its app's, so that only the app's styles apply to it", () => {
    openPage({ reviews })

    expect(screen.getByText('Reviews of a1').closest('[data-app]')?.getAttribute('data-app')).toBe(
      'mfe-reviews',
    )
    expect(screen.getByRole('heading', { level: 1 }).closest('[data-app]')).toBeNull()
  })

  it('is replaced in place when its development server has another version', () => {
    const reported = jest.spyOn(console, 'error').mockImplementation(() => undefined)
    openPage({ reviews: broken })
    reported.mockRestore()

    act(() => replaceLoadedRemote('reviews', reviews))

    expect(screen.getByText('Reviews of a1')).toBeTruthy()
  })

  it('says that it is missing, leaves the page alone, and comes back with Retry', async () => {
    const loads = [() => Promise.reject(new Error('no answer')), () => Promise.resolve(reviews)]
    openPage({ reviews: () => loads.shift()?.() ?? Promise.reject(new Error('asked too often')) })

    expect(await screen.findByText('Reviews cannot be shown right now.')).toBeTruthy()
    expect(screen.getByRole('heading', { level: 1, name: 'Gull House' })).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }))

    expect(await screen.findByText('Reviews of a1')).toBeTruthy()
  })

  it.each([
    ['throws', { reviews: broken }],
    ['does not have it', { reviews: defineRemote({ routes: [] }) }],
  ])('says that it is missing when the remote %s', (_what, remotes) => {
    // React reports every error a boundary catches.
    const reported = jest.spyOn(console, 'error').mockImplementation(() => undefined)

    openPage(remotes)

    expect(screen.getByText('Reviews cannot be shown right now.')).toBeTruthy()
    expect(screen.getByRole('heading', { level: 1, name: 'Gull House' })).toBeTruthy()
    reported.mockRestore()
  })

  it('says that it is missing when the page gives it what its contract does not allow', () => {
    const reported = jest.spyOn(console, 'error').mockImplementation(() => undefined)

    openPage({ reviews }, '')

    expect(screen.getByText('Reviews cannot be shown right now.')).toBeTruthy()
    reported.mockRestore()
  })
})
