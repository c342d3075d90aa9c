import { render, screen } from '@testing-library/react'
import { RatingBar, RatingStars } from './rating'

describe('RatingStars', () => {
  it.each([
    [0, 0, 0],
    [2.2, 2, 0],
    [2.3, 2, 1],
    [4.75, 5, 0],
    [5, 5, 0],
  ])('shows %d as %d whole and %d half stars', (rating, whole, half) => {
    const { container } = render(<RatingStars rating={rating} />)
    const clips = [...container.querySelectorAll<SVGPathElement>('.offquad-star-full')].map(
      ({ style }) => style.clipPath,
    )

    expect(clips.filter((clip) => clip.includes('50%'))).toHaveLength(half)
    expect(clips.filter((clip) => !clip.includes('50%'))).toHaveLength(whole)
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
