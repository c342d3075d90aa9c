import { fireEvent, render, screen } from '@testing-library/react'
import { ListingCard, type ListingCardProps } from './listing-card'

const cardOf = (overrides: Partial<ListingCardProps> = {}) => (
  <ListingCard
    id="7"
    name="Gull House"
    facts={['2 beds', '$900']}
    walk={{ time: '8 min walk', to: 'Main Plaza' }}
    rating={4.3}
    numReviews={12}
    {...overrides}
  />
)
const card = (overrides?: Partial<ListingCardProps>) => render(cardOf(overrides))

describe('a listing card', () => {
  it('names the link around it', () => {
    render(<a href="/apartment/7">{cardOf({ name: 'The Nightingale Student Residences' })}</a>)

    expect(screen.getByRole('link', { name: 'The Nightingale Student Residences' })).toBeTruthy()
  })

  it('labels the rating for screen readers', () => {
    card()

    expect(screen.getByRole('img', { name: 'Rated 4.3 out of 5' })).toBeTruthy()
    expect(screen.getByText(/12 reviews/)).toBeTruthy()
  })

  it('shows no stars without reviews', () => {
    card({ rating: 0, numReviews: 0 })

    expect(screen.getByText('No reviews yet')).toBeTruthy()
    expect(screen.queryByRole('img', { name: /Rated/ })).toBeNull()
  })

  it('truncates names to 20 and landlords to 14 characters, with the full text as a tooltip', () => {
    card({ name: 'The Nightingale Student Residences', landlord: 'Greystone & Daughters' })

    expect(screen.getByTitle('The Nightingale Student Residences').textContent).toBe('The Nightingale Stud…')
    expect(screen.getByTitle('Greystone & Daughters').textContent).toBe('Greystone & Da…')
  })

  it('draws a house when there is no picture or it cannot be loaded', () => {
    const { unmount } = card()
    expect(screen.getByRole('img', { name: 'No picture of Gull House yet' })).toBeTruthy()
    unmount()
    card({ photo: '/media/gone.webp' })

    fireEvent.error(screen.getByRole('img', { name: 'Gull House' }))

    expect(screen.getByRole('img', { name: 'No picture of Gull House yet' })).toBeTruthy()
  })

  it('offers wider pictures only where it is large: small ones have enough with the narrowest', () => {
    const picture = { photo: '/a/card', photoSrcSet: '/a/card 480w, /a/page 1024w' }
    const { unmount } = card(picture)
    expect(screen.getByRole('img', { name: 'Gull House' }).getAttribute('srcset')).toBeNull()
    unmount()

    card({ ...picture, size: 'large' })

    const { srcset, sizes } = screen.getByRole<HTMLImageElement>('img', { name: 'Gull House' })
    expect(srcset).toBe(picture.photoSrcSet)
    expect(sizes).toContain('80vw')
  })
})
