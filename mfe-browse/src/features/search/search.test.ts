import { replacePageData, testPage } from '@offquad/web-kit/testing'
import { type SearchFilters } from '@offquad/contracts'
import {
  filterQuery,
  inMenuOrder,
  isSet,
  listingQuery,
  menuOrderOf,
  normalize,
  readSearch,
  readTerms,
} from './search'

const read = (parameters: Record<string, string>) => readSearch(new URLSearchParams(parameters))
const filters = (value: unknown) => read({ filters: JSON.stringify(value) }).filters

describe('reading a search from a URL', () => {
  beforeAll(() => replacePageData(testPage))

  it('reads text, filters and page', () => {
    const all = {
      locations: ['West'],
      minPrice: '800',
      maxPrice: '1200',
      bedrooms: 2,
      bathrooms: 1,
      initialSortBy: 'price',
      initialSortLowToHigh: true,
    }

    expect(read({ q: ' gull ', filters: JSON.stringify(all), page: '3' })).toEqual({
      q: 'gull',
      filters: all,
      page: 3,
    })
  })

  it.each([
    '{',
    '[]',
    'null',
    '"text"',
    '12',
    '{"minPrice":{"$gt":0}}',
    '{"bedrooms":-1}',
    '{"bedrooms":1e9}',
    '{"minPrice":"12a"}',
    '{"minPrice":"123456"}',
    '{"initialSortBy":"$where"}',
    '{"locations":"West"}',
    '<script>alert(1)</script>',
    '['.repeat(5000),
  ])('ignores filters that are %p and keeps the plain search', (broken) => {
    expect(read({ q: 'gull', filters: broken })).toEqual({ q: 'gull', filters: {}, page: 1 })
  })

  it('turns words of the text into filters', () => {
    expect(read({ q: '2 bed under 1200 near engineering quad', filters: '{"locations":["West"]}' })).toEqual({
      q: '',
      filters: { locations: ['West'], maxPrice: '1200', bedrooms: 2, commute: 'engQuad:walk:15' },
      page: 1,
    })
    expect(read({ q: 'north' })).toEqual({ q: '', filters: { locations: ['North'] }, page: 1 })
    expect(read({ q: '"north"' }).q).toBe('"north"')
  })

  it.each([
    ['in north', { locations: ['West'], bedrooms: 2 }, { locations: ['North'], bedrooms: 2 }],
    ['under 1000', { minPrice: '1200', maxPrice: '1500' }, { maxPrice: '1000' }],
    ['studio', { bedrooms: 3, amenities: ['laundry'] }, { maxBedrooms: 0, amenities: ['laundry'] }],
    ['2 beds', { maxBedrooms: 0 }, { bedrooms: 2 }],
    ['with parking', { amenities: ['laundry'] }, { amenities: ['laundry', 'parking'] }],
    ['cheap', { initialSortBy: 'numReviews' }, { initialSortBy: 'price', initialSortLowToHigh: true }],
  ])('lets the words "%s" replace the filters that they contradict', (q, before, after) => {
    expect(readTerms({ q, filters: before as SearchFilters })).toEqual({ q: '', filters: after })
  })

  it('keeps the order by commute only together with a commute, to a landmark that there is', () => {
    const order = { initialSortBy: 'commute', initialSortLowToHigh: true }

    expect(filters({ ...order, commute: 'upsonHall:bike' })).toEqual({ ...order, commute: 'upsonHall:bike' })
    expect(filters(order)).toEqual({})
    expect(filters({ ...order, commute: 'nowhere:walk:5' })).toEqual({})
    expect(filters({ commute: 'agQuad:drive:5' })).toEqual({ commute: 'agQuad:drive:5' })
  })

  it('truncates a text that is longer than any name', () => {
    expect(read({ q: 'x'.repeat(10_000) }).q).toHaveLength(200)
  })

  it.each(['0', '-1', '1.5', 'x', '1e9', ''])('reads page %p as the first page', (page) => {
    expect(read({ page }).page).toBe(1)
  })

  it('spells areas as the university does and ignores unknown ones', () => {
    expect(filters({ locations: ['west', 'NORTH', 'Atlantis'] })).toEqual({ locations: ['West', 'North'] })
  })

  it('omits filters that are not set', () => {
    const unset = { locations: [], minPrice: '', maxPrice: '', bedrooms: 0, bathrooms: 0 }

    expect(filters({ ...unset, initialSortBy: 'originalOrder' })).toEqual({})
  })

  it('puts the lower price first', () => {
    expect(normalize({ minPrice: '1500', maxPrice: '900' })).toEqual({ minPrice: '900', maxPrice: '1500' })
  })

  it('runs a search only when a text, a filter or an order is set', () => {
    expect(isSet(read({}))).toBe(false)
    expect(isSet(read({ q: '   ' }))).toBe(false)
    expect(isSet(read({ q: 'g' }))).toBe(true)
    expect(isSet(read({ filters: '{"bedrooms":1}' }))).toBe(true)
    expect(isSet(read({ filters: '{"initialSortBy":"numReviews"}' }))).toBe(true)
  })
})

describe('the query parameters of a search', () => {
  it('contains only what is set', () => {
    expect(
      filterQuery({ q: '', filters: { locations: ['West', 'North'], maxPrice: '900', bedrooms: 2 } }),
    ).toEqual({
      locations: 'WEST,NORTH',
      maxPrice: 900,
      bedrooms: 2,
    })
  })

  it('sorts by best match when there is a text, by rating otherwise', () => {
    expect(listingQuery({ q: 'gull', filters: {} }, 1)).toEqual({ q: 'gull', size: 21 })
    expect(listingQuery({ q: '', filters: { bedrooms: 1 } }, 1)).toMatchObject({
      sortBy: 'weightedRating',
      sortLowToHigh: false,
    })
  })

  it('skips the listings of earlier pages', () => {
    expect(listingQuery({ q: 'gull', filters: {} }, 3)).toEqual({ q: 'gull', size: 21, offset: 42 })
  })
})

describe('the order of a search', () => {
  it('is the one chosen in the menu, and best match again once that is chosen', () => {
    const search = { q: 'gull', filters: { bedrooms: 2 } }

    const cheapest = inMenuOrder(search, 'cheapest')

    expect(cheapest.filters).toEqual({ bedrooms: 2, initialSortBy: 'price', initialSortLowToHigh: true })
    expect(menuOrderOf(cheapest)).toBe('cheapest')
    expect(inMenuOrder(cheapest, 'match')).toEqual(search)
    expect(menuOrderOf(search)).toBe('match')
  })

  it('may be one that the menu does not have', () => {
    expect(menuOrderOf({ q: '', filters: { initialSortBy: 'numReviews', initialSortLowToHigh: true } })).toBe(
      undefined,
    )
  })
})
