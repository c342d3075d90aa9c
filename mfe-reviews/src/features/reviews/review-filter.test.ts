import {
  NO_FILTER,
  readReviewFilter,
  type ReviewFilter,
  toggleStars,
  writeReviewFilter,
} from './review-filter'

const read = (search: string) => readReviewFilter(new URLSearchParams(search))

describe('the review filter in the URL', () => {
  it('reads what it wrote', () => {
    const filter: ReviewFilter = {
      sort: 'helpful',
      stars: [5, 2],
      year: 2024,
      withPhotos: true,
      bedrooms: 3,
      q: 'thin walls & noise',
      topicFilter: { topic: 'heat', opinion: 'criticised' },
    }

    expect(read(writeReviewFilter(new URLSearchParams(), filter).toString())).toEqual(filter)
  })

  it('writes nothing for an empty filter and leaves other parameters alone', () => {
    const params = new URLSearchParams('tab=map&stars=5&q=quiet')

    expect(writeReviewFilter(params, NO_FILTER).toString()).toBe('tab=map')
  })

  it.each([
    'sort=rudest',
    'stars=0,6,x',
    'year=20x4',
    'year=99999',
    'photos=maybe',
    'bedrooms=0',
    'q=%20%20',
    'praised=weather',
    'criticised=',
  ])('ignores the invalid filter %s', (search) => {
    expect(read(search)).toEqual(NO_FILTER)
  })

  it('lists each star rating once, highest first', () => {
    expect(read('stars=1,5,5,3').stars).toEqual([5, 3, 1])
  })
})

describe('toggleStars', () => {
  it('adds a star rating and removes it again', () => {
    expect(toggleStars([5], 4)).toEqual([5, 4])
    expect(toggleStars([5, 4], 5)).toEqual([4])
  })
})
