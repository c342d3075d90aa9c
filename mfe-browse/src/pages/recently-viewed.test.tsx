import { buildApartment, buildListing, renderApp } from '@offquad/web-kit/testing'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { ApartmentPage } from './apartment-page'
import { HomePage } from './home-page'

const KEY = 'offquad/recently-viewed'
const stored = () => JSON.parse(localStorage.getItem(KEY) ?? '[]') as string[]
const store = (ids: string[]) => localStorage.setItem(KEY, JSON.stringify(ids))
const named = (...ids: string[]) => ids.map((id) => buildListing({ id, name: `House ${id}` }))
const callFor = (...ids: string[]) => `/api/listings/${encodeURIComponent(ids.join(','))}`
const listingsOf = (...ids: string[]) => ({ [callFor(...ids)]: { body: named(...ids) } })

const openHome = (responses: NonNullable<Parameters<typeof renderApp>[1]>['responses'] = {}) =>
  renderApp(<HomePage />, {
    responses: {
      ...Object.fromEntries(
        ['distanceToCampus', 'numReviews', 'weightedRating'].map((order) => [
          `/api/page-data/home/8/${order}`,
          { body: { buildingData: [], isEnded: true } },
        ]),
      ),
      ...responses,
    },
  })

const row = () => screen.findByRole('region', { name: 'Recently Viewed' })
const namesIn = async () =>
  within(await row())
    .getAllByRole('article')
    .map((card) => within(card).getByRole('heading').textContent)

afterEach(() => localStorage.clear())

describe('recently viewed apartments', () => {
  it('are stored by their pages, newest first, each once and twelve at most', async () => {
    store(Array.from({ length: 12 }, (_, index) => String(index + 1)))

    renderApp(<ApartmentPage />, {
      path: '/apartment/:aptId',
      url: '/apartment/7',
      responses: { '/api/apts/7': { body: [buildApartment({ id: '7' })] } },
    })
    await screen.findByRole('heading', { level: 1 })

    expect(stored()).toEqual(['7', '1', '2', '3', '4', '5', '6', '8', '9', '10', '11', '12'])
  })

  it('are not stored when there is no such apartment', async () => {
    renderApp(<ApartmentPage />, {
      path: '/apartment/:aptId',
      url: '/apartment/7',
      responses: { '/api/apts/7': { status: 404 } },
    })

    await screen.findByText(/cannot be found/)
    expect(stored()).toEqual([])
  })

  it('are a row of the home page, without deleted ones', async () => {
    store(['2', 'gone', '1'])

    openHome({ [callFor('2', 'gone', '1')]: { body: named('2', '1') }, ...listingsOf('2', '1') })

    await waitFor(async () => expect(await namesIn()).toEqual(['House 2', 'House 1']))
    await waitFor(() => expect(stored()).toEqual(['2', '1']))
  })

  it('are cleared with a button, which moves the focus to what follows', async () => {
    store(['2'])
    openHome(listingsOf('2'))

    fireEvent.click(within(await row()).getByRole('button', { name: 'Clear' }))

    expect(screen.queryByRole('region', { name: 'Recently Viewed' })).toBeNull()
    expect(stored()).toEqual([])
    expect(document.activeElement?.textContent).toBe('Find your part of town')
  })

  it('include what is viewed in another tab', async () => {
    openHome(listingsOf('5'))
    expect(screen.queryByRole('region', { name: 'Recently Viewed' })).toBeNull()

    act(() => {
      store(['5'])
      window.dispatchEvent(new StorageEvent('storage', { key: KEY }))
    })

    await waitFor(async () => expect(await namesIn()).toEqual(['House 5']))
  })

  it('are suggested in the search before anything is typed', async () => {
    store(['2', '1'])
    openHome(listingsOf('2', '1'))
    await row()
    const input = screen.getByRole('combobox', { name: /Search by name/ })

    fireEvent.focus(input)
    fireEvent.click(input)

    expect(
      (await within(screen.getByRole('listbox')).findByText('House 2')).closest('a')?.textContent,
    ).toMatch(/^House 2Recently viewed/)
    const addresses = screen.getAllByRole('option').map((option) => option.getAttribute('href'))
    expect(addresses.slice(-2)).toEqual(['/apartment/2', '/apartment/1'])
  })
})
