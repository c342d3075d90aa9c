import { reads } from './reads'

const addressOf = (query: string) => ({
  params: { aptId: '7', landlordId: '3' },
  search: new URLSearchParams(query),
})
const slots = Object.values(reads.slots ?? {})

it('of a slot are its first reviews, as its filter in the URL shows them, and the summary of all', () => {
  expect(slots.map((readsOf) => readsOf(addressOf('')))).toEqual([
    ['/api/reviews?aptId=7&size=5', '/api/reviews/summary?aptId=7'],
    ['/api/reviews?landlordId=3&size=3', '/api/reviews/summary?landlordId=3'],
  ])
  expect(slots[0]?.(addressOf('stars=5&photos=yes'))[0]).toBe(
    '/api/reviews?aptId=7&stars=5&withPhotos=true&size=5',
  )
})
