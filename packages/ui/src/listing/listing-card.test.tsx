import { fireEvent, render, screen } from '@testing-library/react'
import { ListingCard, type ListingCardProps } from './listing-card'

const cardOf = (overrides: Partial<ListingCardProps> = {}) => (
  <ListingCard
    id="7"
    name="Gull House"
    rent="$900"
    facts={['2 beds']}
    walk={{ time: '8 min walk', to: 'Main Plaza' }}
    rating={4.3}
    numReviews={12}
    {...overrides}
  />
)
const card = (overrides?: Partial<ListingCardProps>) => render(cardOf(overrides))

describe('a listing card', () => {
  it('names the link around it, and its rating for screen readers', () => {
    render(<a href="/apartment/7">{cardOf({ name: 'The Nightingale Student Residences' })}</a>)

    expect(screen.getByRole('link', { name: 'The Nightingale Student Residences' })).toBeTruthy()
    expect(screen.getByRole('img', { name: 'Rated 4.3 out of 5, 12 reviews' })).toBeTruthy()
  })

  it('says that it is new without reviews', () => {
    card({ rating: 0, numReviews: 0 })

    expect(screen.getByText('New')).toBeTruthy()
    expect(screen.queryByRole('img', { name: /Rated/ })).toBeNull()
  })

  it.each([
    ['Bluestone Apartments Unit 12B', ' Unit 12B'],
    ['Bluestone Apartments #4', ' #4'],
    ['177 Foxglove Road', ''],
    ['The Nightingale Student Residences', ''],
  ])('cuts the name %j by width, but not its unit', (name, unit) => {
    card({ name })
    const heading = screen.getByRole('heading', { name })

    expect(heading.title).toBe(name)
    expect(heading.lastChild?.nodeType === Node.TEXT_NODE ? heading.lastChild.textContent : '').toBe(unit)
  })

  it('has the whole line of its place as a tooltip', () => {
    card({ area: 'West', landlord: 'Greystone & Daughters' })

    expect(screen.getByTitle('8 min walk to Main Plaza · West · Greystone & Daughters').textContent).toBe(
      '8 min walk · West · Greystone & Daughters',
    )
  })

  it.each([
    [{}, '$900/person', '2 beds', '$900 · 2 beds'],
    [
      { rent: undefined, paid: '$800-1,000' },
      '$800-1,000 paid',
      '2 beds',
      '$800-1,000 paid by students · 2 beds',
    ],
    [
      { rent: undefined, facts: ['Rent not listed', '2 beds'] },
      'Rent not listed',
      '2 beds',
      'Rent not listed · 2 beds',
    ],
  ])(
    'keeps the beds apart from the rent of %j, which may need the whole line',
    (rent, shown, beds, whole) => {
      card(rent)
      const line = screen.getByTitle(whole)

      expect([line.textContent, line.nextSibling?.textContent]).toEqual([shown, beds])
    },
  )

  it('has in its tooltip that a time is an estimate', () => {
    card({ walk: { time: 'about 8 min walk', briefTime: '8 min walk', to: 'Main Plaza' } })

    expect(screen.getByTitle('about 8 min walk to Main Plaza').textContent).toBe('8 min walk')
  })

  it('shows at most three tags, and says in words what is praised and what is criticized', () => {
    const tags = ['light', 'quiet', 'heating', 'walls'].map((text, at) => ({
      text,
      opinion: at === 2 ? ('criticised' as const) : ('praised' as const),
    }))
    card({ tags })

    expect(screen.getByTitle('light · quiet · heating').textContent).toBe(
      'Praised: lightPraised: quietCriticized: heating',
    )
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
