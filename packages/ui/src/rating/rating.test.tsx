import { render, screen } from '@testing-library/react'
import { RatingBar, RatingStars } from './rating'

describe('RatingStars', () => {
  it.each([
    [0, '0'],
    [2.2, '2'],
    [2.3, '2.5'],
    [4.75, '5'],
    [5, '5'],
  ])('shows %d as %s filled stars', (rating, filled) => {
    render(<RatingStars rating={rating} />)
    const stars = screen.getByRole('img', { name: `Rated ${rating.toFixed(1)} out of 5` })

    expect(stars.style.getPropertyValue('--filled-stars')).toBe(filled)
  })
})

describe('RatingBar', () => {
  it('fills five segments up to the rating', () => {
    const { container } = render(<RatingBar label="Safety" rating={3.5} />)
    const widths = [...container.querySelectorAll<HTMLElement>('.offquad-bar-segment span')].map(
      ({ style }) => style.width,
    )

    expect(widths).toEqual(['100%', '100%', '100%', '50%', '0%'])
    expect(screen.getByRole('img', { name: '3.5 out of 5' })).toBeTruthy()
  })
})
