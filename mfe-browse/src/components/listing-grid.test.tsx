import { type Listing } from '@offquad/contracts'
import { buildListing } from '@offquad/web-kit/testing/build'
import { act, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { ListingGrid } from './listing-grid'

const mockRendered = jest.fn<void, [string]>()
jest.mock('./bookmarked-card', () => ({
  BookmarkedCard({ listing }: { listing: Listing }) {
    mockRendered(listing.buildingData.id)
    return <p>{listing.buildingData.name}</p>
  },
}))

const listing = (id: string) => buildListing({ id, name: `House ${id}` })
const [FIRST, SECOND, THIRD] = [listing('1'), listing('2'), listing('3')]

function Page() {
  const [listings, setListings] = useState([FIRST, SECOND])
  const [id, onChange] = useState<string>()
  return (
    <>
      <button onClick={() => setListings([SECOND, THIRD])}>Move</button>
      <button onClick={() => onChange('2')}>Point</button>
      <ListingGrid listings={listings} highlight={{ id, onChange }} />
    </>
  )
}

const click = (name: string) => screen.getByRole('button', { name }).click()
const shown = () => screen.getAllByText(/House/).map(({ textContent }) => textContent)

describe('a grid of listings', () => {
  beforeEach(() => {
    render(<Page />)
    mockRendered.mockClear()
  })

  it('renders only the card again that is pointed at on the map', () => {
    act(() => click('Point'))

    expect(mockRendered.mock.calls).toEqual([['2']])
  })

  it('shows other listings after the movement of the map has been handled', () => {
    act(() => {
      flushSync(() => click('Move'))
      expect(shown()).toEqual(['House 1', 'House 2'])
    })

    expect(shown()).toEqual(['House 2', 'House 3'])
  })
})
