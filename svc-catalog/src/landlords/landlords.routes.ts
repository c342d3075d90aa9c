import {
  getBuildingListings,
  getBuildings,
  getLandlord,
  getLandlords,
  getReviewedLandlords,
  MAX_REVIEWED_LISTINGS,
  resourceOf,
  type ReviewedLandlord,
} from '@offquad/contracts'
import { route, showOnly } from '@offquad/service-kit'
import { type FastifyInstance } from 'fastify'
import { type Catalog } from '../catalog/catalog'
import { throwNotFound } from '../catalog/throw-not-found'

export function registerLandlords(app: FastifyInstance, catalog: Catalog): void {
  route(app, getLandlord, ({ params }, { reply }) => {
    showOnly(reply, [resourceOf('landlord', params.id)])
    return catalog.landlord(params.id) ?? throwNotFound('landlord', params.id)
  })

  route(app, getLandlords, ({ params }) => params.ids.split(',').flatMap((id) => catalog.landlord(id) ?? []))

  route(app, getBuildings, ({ params: { landlordId } }, { reply }) => {
    showOnly(reply, [resourceOf('landlord', landlordId)])
    return catalog.listingsOfLandlord(landlordId).map(({ buildingData }) => buildingData)
  })

  route(app, getBuildingListings, ({ params }) => catalog.listingsOfLandlord(params.landlordId))

  route(app, getReviewedLandlords, ({ params }) =>
    catalog.reviewedLandlordIds(params.size).flatMap((id) => reviewed(id) ?? []),
  )

  function reviewed(landlordId: string): ReviewedLandlord | undefined {
    const landlord = catalog.landlord(landlordId)
    if (!landlord) return undefined
    const { id, name, avgRating, numReviews, topics, properties } = landlord
    const listings = catalog
      .listingsOfLandlord(id)
      .sort((a, b) => b.numReviews - a.numReviews)
      .slice(0, MAX_REVIEWED_LISTINGS)
    return {
      id,
      name,
      avgRating,
      numReviews,
      ...(topics && { topics }),
      numBuildings: properties.length,
      listings,
    }
  }
}
