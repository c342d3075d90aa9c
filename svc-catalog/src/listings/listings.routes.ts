import {
  getAreaReviewCount,
  getHomePage,
  getListings,
  getLocation,
  getReviewsPage,
  getSortedHomePage,
  type Listing,
  setData,
} from '@offquad/contracts'
import { route } from '@offquad/service-kit'
import { type FastifyInstance } from 'fastify'
import { type Catalog, type ListingOrder } from '../catalog'

const MOST_REVIEWED: ListingOrder = { by: 'numReviews', isAscending: false }
const RECENTLY_REVIEWED: ListingOrder = { by: 'lastReviewedAt', isAscending: false }

export function registerListings(app: FastifyInstance, catalog: Catalog): void {
  // Older clients call this to warm a cache; everything is in memory anyway.
  route(app, setData, () => null)

  route(app, getHomePage, ({ params }) => homePage(MOST_REVIEWED, params.size))

  route(app, getSortedHomePage, ({ params: { size, sortBy } }) =>
    homePage({ by: sortBy, isAscending: sortBy === 'distanceToCampus' }, size),
  )

  route(app, getReviewsPage, ({ params }) => first(RECENTLY_REVIEWED, params.size))

  route(app, getListings, ({ params }) => params.ids.split(',').flatMap((id) => catalog.listing(id) ?? []))

  route(app, getLocation, ({ params }) => listingsOf(params.area))

  route(app, getAreaReviewCount, ({ params }) => ({
    count: listingsOf(params.area).reduce((sum, { numReviews }) => sum + numReviews, 0),
  }))

  function first(order: ListingOrder, size: number): Listing[] {
    return catalog.listings({ order, size })
  }

  function homePage(order: ListingOrder, size: number) {
    return { buildingData: first(order, size), isEnded: catalog.apartmentCount() <= size }
  }

  function listingsOf(area: string): Listing[] {
    const filter = { categories: [area.trim().toUpperCase()] }
    return catalog.listings({ filter, order: MOST_REVIEWED, size: Infinity })
  }
}
