import { summarizeRooms } from '@offquad/contracts'
import { createRandom } from '@offquad/service-kit/testing/random'
import { type Catalog } from '../../../svc-catalog/src/catalog'
import { createCatalogIndex } from '../../../svc-catalog/src/catalog-index/catalog-index'
import { type InventedApartment, type InventedCatalog } from './invented-catalog'

/** Loads the generated catalog into svc-catalog's search index, with reviews and distances. */
export function loadCatalog({ apartments, landlords }: InventedCatalog): Catalog {
  const catalog = createCatalogIndex()
  const random = createRandom(apartments.length)
  const ids = {
    apartmentIds: apartments.map(({ id }) => id),
    landlordIds: landlords.map(({ id }) => id),
  }
  catalog.apply(ids, {
    apartments: apartments.map((row, order) => ({
      apartment: { ...contentOf(row), distanceToCampus: random.below(400) / 10 },
      travelTimes: null,
      order,
    })),
    listingStats: apartments.map(({ id }) => ({
      aptId: id,
      numReviews: random.below(40),
      avgRating: 1 + random.below(41) / 10,
      avgPrice: 2,
      lastReviewedAt: null,
      version: 1,
    })),
    landlords: landlords.map((landlord) => ({ ...landlord, profilePhoto: null })),
    landlordStats: [],
  })
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
    latitude: null,
    longitude: null,
  }
}
