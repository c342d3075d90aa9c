import {
  getAreaReviewCount,
  getHomePage,
  getListings,
  getLocation,
  getReportedRents,
  getReviewsPage,
  getSortedHomePage,
  type Listing,
  type PaidRent,
  type QueryOf,
  resourceOf,
  setData,
} from '@offquad/contracts'
import { InvalidInputError, route, showOnly } from '@offquad/service-kit'
import { type FastifyInstance } from 'fastify'
import { type Catalog, type ListingOrder, MOST_REVIEWED } from '../catalog/catalog'
import { throwNotFound } from '../catalog/throw-not-found'

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

  route(app, getReportedRents, ({ query }, { reply }) => {
    if (query.aptId !== undefined) showOnly(reply, [resourceOf('apartment', query.aptId)])
    const season = query.area === undefined ? undefined : catalog.seasonIn(idOf(query.area))
    return { rents: reportedRents(query), ...(season && { season }) }
  })

  function first(order: ListingOrder, size: number): Listing[] {
    return catalog.listings({ order, size })
  }

  function homePage(order: ListingOrder, size: number) {
    return { buildingData: first(order, size), isEnded: catalog.apartmentCount() <= size }
  }

  function listingsOf(area: string): Listing[] {
    return catalog.listings({ filter: { categories: [idOf(area)] }, order: MOST_REVIEWED, size: Infinity })
  }

  /** @throws InvalidInputError unless exactly one of the two is named */
  function reportedRents({ aptId, area }: QueryOf<typeof getReportedRents>): PaidRent[] {
    if (aptId !== undefined && area === undefined)
      return catalog.listing(aptId) ? catalog.rentsOf(aptId) : throwNotFound('apartment', aptId)
    if (area !== undefined && aptId === undefined) return catalog.rentsIn(idOf(area))
    const message = 'name one apartment (aptId) or one area (area)'
    throw new InvalidInputError('invalid-input', `The query must ${message}.`, [{ field: 'aptId', message }])
  }
}

const idOf = (area: string): string => area.trim().toUpperCase()
