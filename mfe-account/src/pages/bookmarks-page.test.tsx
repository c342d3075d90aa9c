import { type Listing, reviewListSlot } from '@offquad/contracts'
import { provideSlot } from '@offquad/web-kit'
import {
  type ApiResponses,
  buildLandlord,
  buildListing,
  buildReview,
  MAYA,
  renderApp,
  replaceUser,
  signInBeforeEach,
} from '@offquad/web-kit/testing'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { BookmarksPage } from './bookmarks-page'

/** A stub of mfe-reviews. */
const reviews = {
  routes: [],
  slots: provideSlot(reviewListSlot, ({ reviews }) => (
    <ul>
      {reviews.map(({ id, reviewText }) => (
        <li key={id}>{reviewText}</li>
      ))}
    </ul>
  )),
}

const open = (responses: ApiResponses) =>
  renderApp(<BookmarksPage />, { path: '/bookmarks', responses, remotes: { reviews } })

const listings = (count: number): Listing[] =>
  Array.from({ length: count }, (_, index) =>
    buildListing(
      { id: String(index), name: `House ${index}` },
      { numReviews: index, avgRating: 5 - index / 2 },
    ),
  )
const OTHER = { ...MAYA, uid: 'u2', email: 'noor@testville.edu' }
const NOTHING: ApiResponses = {
  '/api/saved-apartments': { body: [] },
  '/api/saved-landlords': { body: [] },
  '/api/review/like/u1': { body: [] },
}
const namesIn = (region: HTMLElement) =>
  within(region)
    .getAllByRole('heading', { level: 3 })
    .map(({ textContent }) => textContent)

describe('the bookmarks page', () => {
  signInBeforeEach()

  it('says that nothing is saved or marked helpful yet', async () => {
    open(NOTHING)

    expect(await screen.findByText('You have not saved any apartments.')).toBeTruthy()
    expect(await screen.findByText('You have not marked any reviews helpful.')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Find places' }).getAttribute('href')).toMatch(/^\/search/)
    expect(screen.getByRole('link', { name: 'Lists' }).getAttribute('href')).toBe('/lists')
    expect(screen.queryByRole('combobox')).toBeNull()
    expect(document.title).toBe('Offquad | Bookmarks')
  })

  it('shows the eight most reviewed listings until it is expanded, without checking that they are saved', async () => {
    const { calls } = open({
      ...NOTHING,
      '/api/saved-apartments': { body: listings(9) },
      '/api/saved-landlords': { body: [buildLandlord({ numReviews: 100 })] },
    })
    const saved = await screen.findByRole('region', { name: 'Saved Properties and Landlords (10)' })
    expect(namesIn(saved)).toEqual(['Gull Homes', ...[8, 7, 6, 5, 4, 3, 2].map((index) => `House ${index}`)])

    fireEvent.click(within(saved).getByRole('button', { name: 'View All' }))

    expect(namesIn(saved)).toHaveLength(10)
    fireEvent.click(within(saved).getByRole('button', { name: 'Collapse' }))
    expect(namesIn(saved)).toHaveLength(8)
    expect(calls.filter((url) => url.includes('check'))).toEqual([])
  })

  it('moves the focus to the heading when a listing is removed, whose button is gone', async () => {
    const responses: ApiResponses = {
      ...NOTHING,
      '/api/saved-apartments': { body: listings(2) },
      '/api/remove-saved-apartment': { body: { result: 'Success' } },
    }
    open(responses)
    const saved = await screen.findByRole('button', { name: 'Saved: House 0' })
    saved.focus()
    responses['/api/saved-apartments'] = { body: listings(2).slice(1) }

    fireEvent.click(saved)

    await waitFor(() => expect(screen.queryByText('House 0')).toBeNull())
    expect(document.activeElement).toBe(
      screen.getByRole('heading', { name: 'Saved Properties and Landlords (1)' }),
    )
  })

  it('keeps the focus in the dialog when a listing is added to a list, whose button is gone', async () => {
    const list = { id: '9', name: 'Next fall', placeIds: [] as string[], memberNames: [] }
    const responses: ApiResponses = {
      ...NOTHING,
      '/api/saved-apartments': { body: listings(1) },
      '/api/lists': { body: { items: [list] } },
      '/api/lists/9/places/0': { body: {} },
    }
    open(responses)
    fireEvent.click(await screen.findByRole('button', { name: 'Add to a list: House 0' }))
    const add = await screen.findByRole('button', { name: 'Add House 0 to Next fall' })
    add.focus()
    responses['/api/lists'] = { body: { items: [{ ...list, placeIds: ['0'] }] } }

    fireEvent.click(add)

    await screen.findByText('Is in it')
    expect(screen.getByRole('dialog').contains(document.activeElement)).toBe(true)
  })

  it('starts a list with a listing where there is none', async () => {
    const list = { id: '9', name: 'Next fall', placeIds: ['0'], memberNames: [] }
    const responses: ApiResponses = {
      ...NOTHING,
      '/api/saved-apartments': { body: listings(1) },
      '/api/lists': { body: { items: [] } },
      '/api/lists/9/places/0': { body: {} },
    }
    const { calls } = open(responses)
    fireEvent.click(await screen.findByRole('button', { name: 'Add to a list: House 0' }))
    fireEvent.change(await screen.findByLabelText(/Name of the list/), { target: { value: 'Next fall' } })
    responses['/api/lists'] = { body: { id: '9', items: [list] } }

    fireEvent.click(screen.getByRole('button', { name: 'Create the list' }))

    expect(await screen.findByText('Is in it')).toBeTruthy()
    expect(calls).toContain('/api/lists/9/places/0')
    expect(screen.getByRole('button', { name: 'Start a list' })).toBeTruthy()
  })

  it('says that a landlord has no buildings', async () => {
    open({ ...NOTHING, '/api/saved-landlords': { body: [buildLandlord({ properties: [] })] } })

    expect(await screen.findByText('No buildings')).toBeTruthy()
  })

  it('shows two helpful reviews until the list is expanded', async () => {
    const liked = ['one', 'two', 'three'].map((id, index) =>
      buildReview({ id, reviewText: `The ${id}.`, date: `2024-01-0${index + 1}T00:00:00.000Z` }),
    )
    open({ ...NOTHING, '/api/review/like/u1': { body: liked } })
    const helpful = await screen.findByRole('region', { name: 'Reviews Marked Helpful (3)' })
    const texts = () =>
      within(helpful)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent)
    expect(texts()).toEqual(['The three.', 'The two.'])

    fireEvent.click(within(helpful).getByRole('button', { name: 'Show More' }))

    expect(texts()).toEqual(['The three.', 'The two.', 'The one.'])
    expect(within(helpful).getByRole('button', { name: 'Show Less' })).toBeTruthy()
  })

  it('reports that bookmarks cannot be loaded', async () => {
    open({ ...NOTHING, '/api/saved-landlords': { status: 503 } })

    expect(await screen.findByText('Your bookmarks cannot be loaded right now.')).toBeTruthy()
  })

  it('invites visitors to sign in and fetches nothing', () => {
    replaceUser(undefined)
    const { calls } = open({})

    expect(screen.getByText('Please sign in.')).toBeTruthy()
    expect(calls).toEqual([])
  })

  it('shows nothing of the user before, also where nobody signed out', async () => {
    const responses: ApiResponses = { ...NOTHING, '/api/saved-apartments': { body: listings(1) } }
    open(responses)
    await screen.findByText('House 0')

    for (const between of [undefined, OTHER]) {
      Object.assign(responses, NOTHING, { '/api/review/like/u2': { body: [] } })
      act(() => replaceUser(between))
      act(() => replaceUser(OTHER))

      expect(screen.queryByText('House 0')).toBeNull()
      expect(await screen.findByText('You have not saved any apartments.')).toBeTruthy()
      responses['/api/saved-apartments'] = { body: listings(1) }
      act(() => replaceUser(MAYA))
      await screen.findByText('House 0')
    }
  })
})
