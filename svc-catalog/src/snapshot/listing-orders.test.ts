import { type ListingOrder, ORDER_KEYS } from '../catalog'
import { createEntry, type Entry } from './entry'
import { createListingOrders, type ListingOrders } from './listing-orders'

interface Values {
  price?: number | null
  numReviews?: number
  avgRating?: number
  distanceToCampus?: number | null
}

function entryOf(
  id: string,
  { price = null, numReviews = 0, avgRating = 0, distanceToCampus = null }: Values,
): Entry {
  const apartment = {
    ...{ id, name: id, address: '', landlordId: null, numBeds: null, numBaths: null, price, photos: [] },
    ...{ area: 'WEST', latitude: null, longitude: null, distanceToCampus },
  }
  const stats = { aptId: id, numReviews, avgRating, avgPrice: 0, lastReviewedAt: null, version: 1 }
  return createEntry({
    number: Number(id),
    stored: { apartment, travelTimes: null, order: Number(id) },
    stats,
    company: undefined,
    priceBracketStarts: undefined,
  })
}

const idsIn = (orders: ListingOrders, order: ListingOrder) =>
  orders
    .in(order)
    .first(Infinity)
    .map(({ listing }) => listing.buildingData.id)

function ordersOf(values: Record<string, Values>) {
  const entries = new Map(Object.entries(values).map(([id, one]) => [id, entryOf(id, one)]))
  const orders = createListingOrders(entries)
  return {
    entries,
    orders,
    ids: (by: (typeof ORDER_KEYS)[number], isAscending: boolean) => idsIn(orders, { by, isAscending }),
    replace(id: string, one: Values | undefined) {
      const [before, after] = [entries.get(id), one && entryOf(id, one)]
      if (after) entries.set(id, after)
      else entries.delete(id)
      orders.noteReplaced(before, after)
    },
  }
}

describe('an order of listings', () => {
  it('puts unknown values last in both directions and ties in the order of ids', () => {
    const { ids } = ordersOf({ 10: { price: 5 }, 2: { price: 5 }, 1: {}, 3: { price: 9 } })

    expect(ids('price', true)).toEqual(['2', '10', '3', '1'])
    expect(ids('price', false)).toEqual(['3', '2', '10', '1'])
  })

  it('takes the rating of what has no reviews for unknown', () => {
    const { ids } = ordersOf({
      1: {},
      2: { numReviews: 1, avgRating: 2 },
      3: { numReviews: 9, avgRating: 1 },
    })

    expect(ids('avgRating', true)).toEqual(['3', '2', '1'])
  })

  it('ranks many good reviews above a single perfect one', () => {
    const { ids } = ordersOf({
      1: { numReviews: 1, avgRating: 5 },
      2: { numReviews: 40, avgRating: 4.6 },
      3: { numReviews: 30, avgRating: 3 },
      4: {},
    })

    expect(ids('weightedRating', false)).toEqual(['2', '1', '3', '4'])
    expect(ids('avgRating', false)).toEqual(['1', '2', '3', '4'])
  })

  it('weighs ratings by the mean of all reviews as it is now', () => {
    const { ids, replace, orders } = ordersOf({
      1: { numReviews: 1, avgRating: 4 },
      2: { numReviews: 20, avgRating: 3.5 },
    })
    expect(ids('weightedRating', false)).toEqual(['1', '2'])

    for (let id = 10; id < 20; id += 1) replace(String(id), { numReviews: 50, avgRating: 1 })
    orders.settle()

    // A single review says little about a place where most are bad.
    expect(ids('weightedRating', false).slice(0, 2)).toEqual(['2', '1'])
  })

  it('takes in what was added, changed, removed and brought back', () => {
    const { ids, replace } = ordersOf({ 1: { price: 1 }, 2: { price: 2 }, 3: { price: 3 } })
    ids('price', true)

    replace('2', { price: 4 })
    replace('2', { price: 5 })
    replace('4', { price: 2 })
    replace('1', undefined)
    replace('5', { price: 0 })
    replace('5', undefined)
    replace('3', undefined)
    replace('3', { price: 1 })

    expect(ids('price', true)).toEqual(['3', '4', '2'])
  })

  it('after any changes is what sorting everything gives', () => {
    const known = ordersOf(
      Object.fromEntries(Array.from({ length: 200 }, (_, id) => [id, { price: (id * 7) % 50 }])),
    )
    for (const by of ORDER_KEYS) known.ids(by, false)
    for (let step = 0; step < 500; step += 1) {
      const id = String((step * 31) % 260)
      const numReviews = (step * 13) % 9
      known.replace(
        id,
        step % 5 === 0 ? undefined : { price: step % 40, numReviews, avgRating: numReviews / 2 },
      )
      if (step % 50 === 0) known.ids('price', false)
    }

    known.orders.settle()
    const fresh = createListingOrders(known.entries)
    for (const by of ORDER_KEYS)
      expect(known.ids(by, false)).toEqual(idsIn(fresh, { by, isAscending: false }))
  })
})
