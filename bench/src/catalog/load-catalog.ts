import { type Catalog } from '../../../svc-catalog/src/catalog'
import { applyRows } from '../../../svc-catalog/src/snapshot/apply-rows'
import { createMemory } from '../../../svc-catalog/src/snapshot/memory'
import { readMemory } from '../../../svc-catalog/src/snapshot/read-memory'
import { type InventedApartment, type InventedCatalog } from './invented-catalog'
import { createRandom } from './random'

/** Loads the generated catalog into svc-catalog's search index, with reviews and distances. */
export function loadCatalog({ apartments, landlords }: InventedCatalog): Catalog {
  const memory = createMemory()
  const random = createRandom(apartments.length)
  const ids = {
    apartmentIds: apartments.map(({ id }) => id),
    landlordIds: landlords.map(({ id }) => id),
  }
  applyRows(memory, ids, {
    apartments: apartments.map((row, order) => ({
      apartment: { ...contentOf(row), distanceToCampus: random.integer(400) / 10 },
      travelTimes: null,
      order,
    })),
    listingStats: apartments.map(({ id }) => ({
      aptId: id,
      numReviews: random.integer(40),
      avgRating: 1 + random.integer(41) / 10,
      avgPrice: 2,
      lastReviewedAt: null,
      version: 1,
    })),
    landlords: landlords.map((landlord) => ({ ...landlord, profilePhoto: null })),
    landlordStats: [],
  })
  memory.orders.prepare()
  return readMemory(memory)
}

/** Parses a row like the import: 0 is unknown. */
function contentOf({ numBeds, numBaths, price, ...row }: InventedApartment) {
  return {
    ...row,
    numBeds: numBeds || null,
    numBaths: numBaths || null,
    price: price || null,
    latitude: null,
    longitude: null,
  }
}
