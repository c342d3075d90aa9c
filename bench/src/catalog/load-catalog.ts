import { resourceOf, summarizeRooms } from '@offquad/contracts'
import { createRandom } from '@offquad/service-kit/testing/random'
import { type Catalog, type CommuteTimes } from '../../../svc-catalog/src/catalog/catalog'
import { createCatalogIndex } from '../../../svc-catalog/src/catalog-index/catalog-index'
import { type InventedApartment, type InventedCatalog } from './invented-catalog'

/** Loads the generated catalog into svc-catalog's search index, with reviews and distances. */
export function loadCatalog({ apartments, landlords }: InventedCatalog, commuteTimes: CommuteTimes): Catalog {
  const catalog = createCatalogIndex({}, commuteTimes)
  const random = createRandom(apartments.length)
  const position = createRandom(apartments.length + 1)
  // Within about 4 km of campus, most of them near it.
  const near = (center: number, degrees: number) =>
    center + (degrees * (position.below(1000) + position.below(1000) - 1000)) / 1000
  const ids = {
    apartmentIds: apartments.map(({ id }) => id),
    landlordIds: landlords.map(({ id }) => id),
  }
  catalog.replace(ids, {
    apartments: apartments.map((row, order) => ({
      apartment: {
        ...contentOf(row),
        latitude: near(42.447, 0.04),
        longitude: near(-76.485, 0.05),
        distanceToCampus: random.below(400) / 10,
      },
      travelTimes: null,
      order,
    })),
    landlords: landlords.map((landlord) => ({ ...landlord, profilePhoto: null })),
  })
  catalog.applyStats(
    apartments.map(({ id }) => ({
      resource: resourceOf('apartment', id),
      version: 1,
      stats: {
        aptId: id,
        numReviews: random.below(40),
        avgRating: 1 + random.below(41) / 10,
        avgPrice: 2,
        lastReviewedAt: null,
        reportedRent: null,
        topics: [],
        rents: [],
      },
    })),
  )
  return catalog
}

/** Parses a row like the import: 0 is unknown. */
function contentOf({ numBeds, numBaths, price, ...row }: InventedApartment) {
  return {
    ...row,
    numBeds: numBeds || null,
    numBaths: numBaths || null,
    price: price || null,
    ...summarizeRooms(row.roomTypes),
  }
}
