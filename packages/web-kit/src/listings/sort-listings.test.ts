import { replacePageData } from '../page-data'
import { buildListing, testPage } from '../testing'
import { type ListingOrder, sortListings } from './sort-listings'

beforeAll(() => replacePageData(testPage))

const listing = (id: string, price: number | null, [numReviews, avgRating]: [number, number]) =>
  buildListing({ id, price }, { numReviews, avgRating })

describe('sortListings', () => {
  const listings = [listing('a', 900, [2, 3]), listing('b', null, [0, 0]), listing('c', 700, [5, 4.5])]
  const sorted = (order: ListingOrder) =>
    sortListings(listings, order).map(({ buildingData }) => buildingData.id)

  it.each([
    ['recommended', ['a', 'b', 'c']],
    ['lowest-price', ['c', 'a', 'b']],
    ['highest-price', ['a', 'c', 'b']],
    ['lowest-rating', ['a', 'c', 'b']],
    ['highest-rating', ['c', 'a', 'b']],
    ['most-reviewed', ['c', 'a', 'b']],
  ] as const)('sorts by %s with unknown values last', (order, ids) => {
    expect(sorted(order)).toEqual(ids)
  })

  it('sorts reported rents among listed ones', () => {
    const reported = { ...listing('d', null, [4, 3]), reportedRent: { bracket: 2, reports: 4 } }

    const ids = sortListings([...listings, reported], 'lowest-price').map(
      ({ buildingData }) => buildingData.id,
    )

    expect(ids).toEqual(['c', 'd', 'a', 'b'])
  })

  it('ranks many good reviews above a single perfect one, like the catalog', () => {
    const [perfect, many] = [listing('one', 900, [1, 5]), listing('many', 900, [40, 4.6])]

    const ranked = sortListings(
      [
        { ...perfect, weightedRating: 4.2 },
        { ...many, weightedRating: 4.5 },
      ],
      'most-loved',
    )

    expect(ranked.map(({ buildingData }) => buildingData.id)).toEqual(['many', 'one'])
  })
})
