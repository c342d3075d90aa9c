import { replacePageData, testUniversity } from '@offquad/web-kit/testing'
import { filterQuery, inMenuOrder, isSet, listingQuery, menuOrderOf, normalize, readSearch } from './search'

const read = (parameters: Record<string, string>) => readSearch(new URLSearchParams(parameters))
const filters = (value: unknown) => read({ filters: JSON.stringify(value) }).filters

describe('the search of an address', () => {
  beforeAll(() => {
    replacePageData({ registry: { apps: [] }, university: testUniversity, manifests: {}, answers: [] })
  })

  it('is what the address says', () => {
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

  it('is what the words of its text mean', () => {
    expect(read({ q: '2 bed under 1200 near engineering quad', filters: '{"locations":["West"]}' })).toEqual({
      q: '',
      filters: { locations: ['West'], maxPrice: '1200', bedrooms: 2, commute: 'engQuad:walk:15' },
      page: 1,
    })
    expect(read({ q: 'north' })).toEqual({ q: '', filters: { locations: ['North'] }, page: 1 })
    expect(read({ q: '"north"' }).q).toBe('"north"')
  })

  it('leaves out a commute to a landmark that there is not', () => {
    expect(filters({ commute: 'nowhere:walk:15' })).toEqual({})
    expect(filters({ commute: 'agQuad:drive:5' })).toEqual({ commute: 'agQuad:drive:5' })
  })

  it('shortens a text longer than any name', () => {
    expect(read({ q: 'x'.repeat(10_000) }).q).toHaveLength(200)
  })

  it.each(['0', '-1', '1.5', 'x', '1e9', ''])('takes page %p for the first', (page) => {
    expect(read({ page }).page).toBe(1)
  })

  it('names areas as the university does and leaves out others', () => {
    expect(filters({ locations: ['west', 'NORTH', 'Atlantis'] })).toEqual({ locations: ['West', 'North'] })
  })

  it('leaves out what is not set', () => {
    const unset = { locations: [], minPrice: '', maxPrice: '', bedrooms: 0, bathrooms: 0 }

    expect(filters({ ...unset, initialSortBy: 'originalOrder' })).toEqual({})
  })

  it('puts the lower price first', () => {
    expect(normalize({ minPrice: '1500', maxPrice: '900' })).toEqual({ minPrice: '900', maxPrice: '1500' })
  })

  it('is run only when a text, a filter or an order is set', () => {
    expect(isSet(read({}))).toBe(false)
    expect(isSet(read({ q: '   ' }))).toBe(false)
    expect(isSet(read({ q: 'g' }))).toBe(true)
    expect(isSet(read({ filters: '{"bedrooms":1}' }))).toBe(true)
    expect(isSet(read({ filters: '{"initialSortBy":"numReviews"}' }))).toBe(true)
  })
})

describe('a search as the API takes it', () => {
  it('sends what is set and nothing else', () => {
    expect(
      filterQuery({ q: '', filters: { locations: ['West', 'North'], maxPrice: '900', bedrooms: 2 } }),
    ).toEqual({
      locations: 'WEST,NORTH',
      maxPrice: 900,
      bedrooms: 2,
    })
  })

  it('asks for the best match first when there is a text, for the best rated otherwise', () => {
    expect(listingQuery({ q: 'gull', filters: {} }, 1)).toEqual({ q: 'gull', size: 21 })
    expect(listingQuery({ q: '', filters: { bedrooms: 1 } }, 1)).toMatchObject({
      sortBy: 'weightedRating',
      sortLowToHigh: false,
    })
  })

  it('leaves out the listings of earlier pages', () => {
    expect(listingQuery({ q: 'gull', filters: {} }, 3)).toEqual({ q: 'gull', size: 21, offset: 42 })
  })
})

describe('the order of a search', () => {
  it('is the one the menu set, and best match again when that is chosen', () => {
    const search = { q: 'gull', filters: { bedrooms: 2 } }

    const cheapest = inMenuOrder(search, 'cheapest')

    expect(cheapest.filters).toEqual({ bedrooms: 2, initialSortBy: 'price', initialSortLowToHigh: true })
    expect(menuOrderOf(cheapest)).toBe('cheapest')
    expect(inMenuOrder(cheapest, 'match')).toEqual(search)
    expect(menuOrderOf(search)).toBe('match')
  })

  it('may be one the menu does not have', () => {
    expect(menuOrderOf({ q: '', filters: { initialSortBy: 'numReviews', initialSortLowToHigh: true } })).toBe(
      undefined,
    )
  })
})
