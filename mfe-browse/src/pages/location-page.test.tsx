import { type LeaseSeason } from '@offquad/contracts'
import { buildListing, renderApp } from '@offquad/web-kit/testing'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { LocationPage } from './location-page'

const open = (area: string, listings: unknown[] = [], rents: unknown[] = [], season?: LeaseSeason) =>
  renderApp(<LocationPage />, {
    path: '/location/:area',
    url: `/location/${area}`,
    responses: {
      [`/api/location/${area}`]: { body: listings },
      [`/api/reported-rents?area=${area}`]: { body: { rents, season } },
    },
  })

describe('the page of an area', () => {
  it('shows 5 listings, then 8 more each time', async () => {
    open(
      'west',
      Array.from({ length: 15 }, (_, index) => buildListing({ id: String(index), name: `House ${index}` })),
    )

    expect(await screen.findAllByRole('article')).toHaveLength(5)
    fireEvent.click(screen.getByRole('button', { name: 'Show more' }))
    expect(screen.getAllByRole('article')).toHaveLength(13)
    fireEvent.click(screen.getByRole('button', { name: 'Show more' }))
    expect(screen.getAllByRole('article')).toHaveLength(15)
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
  })

  it('requests the reviews of an apartment once when its card is pressed and clicked', async () => {
    const { calls } = open('west', [buildListing({ id: '7' })])
    const card = await screen.findByRole('link', { name: /Gull House/ })

    fireEvent.pointerDown(card)
    const requested = ['/api/reviews?aptId=7&size=5', '/api/reviews/summary?aptId=7']
    await waitFor(() => expect(calls.slice(-2)).toEqual(requested))
    const { length } = calls
    fireEvent.click(card)

    expect(calls).toHaveLength(length)
  })

  it.each([
    ['middle button', { button: 1 }],
    ['Ctrl key', { ctrlKey: true }],
  ])('requests no reviews for another tab that the %s opens', async (_, press) => {
    const { calls } = open('west', [buildListing({ id: '7' })])
    const card = await screen.findByRole('link', { name: /Gull House/ })

    fireEvent(card, new MouseEvent('pointerdown', { bubbles: true, ...press }))
    await Promise.resolve()

    expect(calls.filter((call) => call.startsWith('/api/reviews?'))).toEqual([])
  })

  it('shows what students paid there, over the years also as a chart', async () => {
    const { container } = open(
      'west',
      [buildListing()],
      [
        { bedrooms: 2, bracket: 4, reports: 8 },
        { bedrooms: 2, year: 2026, bracket: 4, reports: 4 },
        { bedrooms: 2, year: 2024, bracket: 3, reports: 4 },
      ],
    )

    const table = await screen.findByRole('region', { name: 'What students paid' })
    expect(table.textContent).toContain('2024$1,000-1,200 4 reports')
    expect(container.querySelector('.browse-rent-chart')?.getAttribute('aria-hidden')).toBe('true')
  })

  it.each([
    [
      { from: 11, to: 1, reports: 12 },
      'Leases here are usually signed from November to January (12 reports).',
    ],
    [{ from: 10, to: 10, reports: 5 }, 'Leases here are usually signed in October (5 reports).'],
  ])('says when leases are usually signed: %j', async (season, text) => {
    open('west', [buildListing()], [], season)

    expect(await screen.findByText(text)).toBeTruthy()
  })

  it('says nothing about when leases are signed without enough reports', async () => {
    open('west', [buildListing()], [{ bedrooms: 2, bracket: 4, reports: 8 }])

    await screen.findByRole('region', { name: 'What students paid' })
    expect(screen.queryByText(/usually signed/)).toBeNull()
  })

  it('shows when it has no apartments', async () => {
    open('north')

    expect(await screen.findByText('No apartments in North have been added yet.')).toBeTruthy()
  })

  it('shows the not-found page for an area that the university does not have', () => {
    open('other')

    expect(screen.getByText('It seems as though the page you are looking for cannot be found!')).toBeTruthy()
  })
})
