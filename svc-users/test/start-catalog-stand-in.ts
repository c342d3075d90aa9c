import {
  type CommutePlace,
  getCommutes,
  getLandlords,
  getListings,
  getReportedRents,
  type Landlord,
  type LeaseSeason,
  type Listing,
} from '@offquad/contracts'
import fastify from 'fastify'

/** Stands where svc-catalog stands: knows what a test tells it. */
export async function startCatalogStandIn() {
  const apartments = new Set<string>()
  const landlords = new Set<string>()
  /** To any place, by apartment. */
  const minutes = new Map<string, number>()
  const askedPlaces: CommutePlace[] = []
  /** Lease seasons by area. */
  const seasons = new Map<string, LeaseSeason>()
  let isHanging = false
  const app = fastify({ routerOptions: { maxParamLength: 16_384 }, forceCloseConnections: true })
  const listed = (ids: string, catalog: Set<string>) => ids.split(',').filter((id) => catalog.has(id))

  app.addHook('onRequest', (_request, _reply, done) => {
    if (!isHanging) done()
  })
  app.get<{ Params: { ids: string } }>(getListings.path, ({ params }) =>
    listed(params.ids, apartments).map(listingOf),
  )
  app.get<{ Params: { ids: string } }>(getLandlords.path, ({ params }) =>
    listed(params.ids, landlords).map(landlordOf),
  )
  app.get<{ Querystring: { area: string } }>(getReportedRents.path, ({ query }) => ({
    rents: [],
    season: seasons.get(query.area),
  }))
  app.post<{ Body: { apartmentIds: string[]; places: CommutePlace[] } }>(getCommutes.path, ({ body }) => {
    askedPlaces.push(...body.places)
    return {
      items: body.apartmentIds.map((apartmentId) => ({
        apartmentId,
        commutes: body.places.flatMap(({ id, mode }) => {
          const estimate = minutes.get(apartmentId)
          return estimate === undefined ? [] : [{ placeId: id, mode, minutes: estimate, isEstimate: true }]
        }),
      })),
    }
  })

  return {
    apartments,
    landlords,
    minutes,
    askedPlaces,
    seasons,
    url: await app.listen({ host: '127.0.0.1', port: 0 }),
    hang: () => {
      isHanging = true
    },
    close: () => app.close(),
  }
}

export const listingOf = (id: string): Listing => ({
  buildingData: {
    id,
    name: `House ${id}`,
    address: `${id} Oak Street`,
    landlordId: null,
    photos: [],
    area: 'WEST',
    numBeds: null,
    numBaths: null,
    price: null,
    latitude: null,
    longitude: null,
    distanceToCampus: null,
  },
  numReviews: 2,
  avgRating: 4.5,
  avgPrice: 0,
})

export const landlordOf = (id: string): Landlord => ({
  id,
  name: `Homes ${id}`,
  contact: null,
  address: null,
  avgRating: 4,
  numReviews: 1,
  photos: [],
  properties: [],
  reviews: [],
})
