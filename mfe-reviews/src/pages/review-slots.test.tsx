import { type Review } from '@offquad/contracts'
import { buildLandlord, buildListing, buildReview, renderApp } from '@offquad/web-kit/testing'
import { fireEvent, screen } from '@testing-library/react'
import { ApartmentReviews, LandlordReviews, ReviewListSlot } from './review-slots'

const open = (approved: Review[], reported: Review[] = []) =>
  renderApp(<ApartmentReviews aptId="7" landlordId={null} name="Gull House" />, {
    answers: {
      '/api/review/aptId/7/APPROVED': { body: approved },
      '/api/review/aptId/7/REPORTED': { body: reported },
    },
  })

describe('the reviews of an apartment', () => {
  it('shows approved and reported ones alike, newest first, and their averages', async () => {
    open(
      [buildReview({ id: 'old', reviewText: 'The older one of the two.', overallRating: 2 })],
      [
        buildReview({
          id: 'new',
          reviewText: 'The newer one of the two.',
          date: '2024-01-05T00:00:00.000Z',
          status: 'REPORTED',
        }),
      ],
    )

    expect(await screen.findByRole('heading', { name: 'Reviews (2)' })).toBeTruthy()
    const texts = screen.getAllByText(/one of the two/).map(({ textContent }) => textContent)
    expect(texts).toEqual(['The newer one of the two.', 'The older one of the two.'])
    expect(screen.getByText('JAN 05, 2024')).toBeTruthy()
    expect(screen.getByRole('img', { name: 'Rated 3.0 out of 5' })).toBeTruthy()
  })

  it('shows bedrooms and price only where they are known', async () => {
    open([buildReview({ id: 'a' }), buildReview({ id: 'b', bedrooms: 0, price: 0 })])

    expect(await screen.findAllByText('2 bedrooms · $1 - $1.2K')).toHaveLength(1)
  })

  it('previews 500 characters of a long text and shows the rest on demand', async () => {
    open([buildReview({ reviewText: `${'🏠'.repeat(600)} the end` })])

    expect(await screen.findByText(/^(🏠){500}…/u)).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Read More' }))
    expect(screen.getByText(/the end$/)).toBeTruthy()
  })

  it('shows a script as the text it is', async () => {
    const text = '<script>alert(1)</script> and more'
    open([buildReview({ reviewText: text })])

    expect((await screen.findByText(text)).querySelector('script')).toBeNull()
  })

  it('invites to write the first one', async () => {
    open([])

    expect(await screen.findByText('No reviews available. Be the first to leave one!')).toBeTruthy()
  })

  it('says so when they cannot be loaded', async () => {
    renderApp(<ApartmentReviews aptId="7" landlordId={null} name="Gull House" />, {
      answers: {
        '/api/review/aptId/7/APPROVED': { status: 503, detail: 'Reviews cannot be loaded.' },
        '/api/review/aptId/7/REPORTED': { body: [] },
      },
    })

    expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy()
  })
})

describe('a review among those of several places', () => {
  const names = {
    '/api/listings/7': { body: [buildListing()] },
    '/api/landlords/3': { body: [buildLandlord()] },
  }

  it('says which apartment it is about on the landlord page', async () => {
    renderApp(<LandlordReviews landlordId="3" name="Gull Homes" />, {
      answers: {
        ...names,
        '/api/review/landlordId/3/APPROVED': { body: [buildReview()] },
        '/api/review/landlordId/3/REPORTED': { body: [] },
      },
    })

    const apartment = await screen.findByRole('link', { name: 'Gull House' })
    expect(apartment.getAttribute('href')).toBe('/apartment/7')
    expect(screen.queryByRole('link', { name: 'Gull Homes' })).toBeNull()
  })

  it('says which apartment and landlord it is about in lists of other pages', async () => {
    renderApp(<ReviewListSlot reviews={[buildReview()]} />, { answers: names })

    expect(await screen.findByRole('link', { name: 'Gull House' })).toBeTruthy()
    expect((await screen.findByRole('link', { name: 'Gull Homes' })).getAttribute('href')).toBe('/landlord/3')
  })

  it('does not repeat the apartment on its own page', async () => {
    open([buildReview()])

    await screen.findByText('Quiet building, decent people.')
    expect(screen.queryByRole('link', { name: 'Gull House' })).toBeNull()
  })
})
