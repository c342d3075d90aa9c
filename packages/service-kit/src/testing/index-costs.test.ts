import { costsByIndexes, type Index, type Search } from './index-costs'

const BY_ID: Index = { key: { _id: 1 } }
const by = (key: Index['key'], options: Partial<Index> = {}): Index[] => [BY_ID, { key, ...options }]
const search = (filter: Search['filter'], sort: Record<string, number> = {}, isLimited = false): Search => ({
  filter,
  sort: Object.entries(sort),
  isLimited,
})

// The rule of https://www.mongodb.com/docs/manual/tutorial/equality-sort-range-guideline/.
describe('what a search costs', () => {
  it.each<[string, Search, Index[]]>([
    [
      'an equality, then the sort, then a range',
      search({ status: 'x', price: { $gt: 1 } }, { date: -1 }),
      by({ status: 1, date: 1, price: 1 }),
    ],
    ['equalities in another order', search({ a: 1, b: 2 }, { c: 1 }), by({ b: 1, a: 1, c: 1 })],
    ['several values', search({ a: { $in: [1, 2] } }, { b: -1 }), by({ a: 1, b: 1 })],
    ['the beginning of an index alone', search({ a: 1 }), by({ a: 1, b: 1 })],
    ['the id', search({ _id: { $in: ['x'] } }), [BY_ID]],
    ['one id, however sorted', search({ _id: 'x', a: 1 }, { b: 1 }), [BY_ID]],
    ['the first that come', search({ $and: [{}] }, {}, true), [BY_ID]],
    ['the first of a sort', search({}, { date: -1, _id: 1 }, true), by({ date: -1, _id: 1 })],
    ['the same index backwards', search({}, { date: 1, _id: -1 }, true), by({ date: -1, _id: 1 })],
    ['every branch of an $or', search({ $or: [{ a: 1 }, { b: 1 }] }), [...by({ a: 1 }), { key: { b: 1 } }]],
    ['what stands beside an $or', search({ a: 1, $or: [{ b: 1 }, { c: 1 }] }), by({ a: 1 })],
    ['elements of an array', search({ list: { $elemMatch: { a: 1 } } }), by({ 'list.a': 1 })],
    ['a sparse index for what is there', search({ due: { $gt: '' } }), by({ due: 1 }, { sparse: true })],
    [
      'a partial index for what it has',
      search({ due: true }),
      by({ due: 1 }, { partialFilterExpression: { due: true } }),
    ],
    ['the beginning of a text', search({ name: /^elm/ }), by({ name: 1 })],
  ])('is nothing for %s', (_name, searched, indexes) => {
    expect([...costsByIndexes(searched, indexes)]).toEqual([])
  })

  it.each<[string, Search, Index[], string[]]>([
    ['a field without an index', search({ a: 1 }), [BY_ID], ['reads everything']],
    ['a field that an index does not begin with', search({ b: 1 }), by({ a: 1, b: 1 }), ['reads everything']],
    ['one branch of an $or', search({ $or: [{ a: 1 }, { b: 1 }] }), by({ a: 1 }), ['reads everything']],
    ['all there is', search({}), [BY_ID], ['reads everything']],
    ['what is not equal', search({ a: { $ne: 1 } }), by({ a: 1 }), ['reads everything']],
    [
      'a range before the sort',
      search({ price: { $gt: 1 } }, { date: 1 }),
      by({ price: 1, date: 1 }),
      ['sorts in memory'],
    ],
    [
      'directions that no index has',
      search({ a: 1 }, { b: 1, c: 1 }),
      by({ a: 1, b: 1, c: -1 }),
      ['sorts in memory'],
    ],
    [
      'a sort that follows another field',
      search({ a: 1 }, { c: 1 }),
      by({ a: 1, b: 1, c: 1 }),
      ['sorts in memory'],
    ],
    ['a sorted collection without an end', search({}, { date: 1 }), by({ date: 1 }), ['reads everything']],
    [
      'a sparse index for what is missing',
      search({ due: null }),
      by({ due: 1 }, { sparse: true }),
      ['reads everything'],
    ],
    [
      'a partial index for more than it has',
      search({ due: false }),
      by({ due: 1 }, { partialFilterExpression: { due: true } }),
      ['reads everything'],
    ],
    ['the middle of a text', search({ name: /elm/ }), by({ name: 1 }), ['reads everything']],
  ])('is named for %s', (_name, searched, indexes, costs) => {
    expect([...costsByIndexes(searched, indexes)]).toEqual(costs)
  })
})
