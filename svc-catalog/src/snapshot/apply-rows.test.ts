import { type ApartmentContent, type StoredApartment, type StoredLandlord } from '../entities'
import { applyRows, type CatalogRows } from './apply-rows'
import { createMemory } from './memory'
import { readMemory } from './read-memory'

const stored = (id: string, changes: Partial<ApartmentContent> = {}): StoredApartment => ({
  apartment: {
    ...{ id, name: `House ${id}`, address: `${id} Oak St`, landlordId: null, numBeds: 1, numBaths: 1 },
    ...{ price: 1000, photos: [], area: 'WEST', latitude: null, longitude: null, distanceToCampus: null },
    ...changes,
  },
  travelTimes: null,
  order: Number(id),
})

const landlord = (id: string, name: string): StoredLandlord => ({
  ...{ id, name, contact: null, address: null, photos: [], profilePhoto: null },
})

const stats = (aptId: string, numReviews: number) => ({
  ...{ aptId, numReviews, avgRating: 4, avgPrice: 2, lastReviewedAt: '2024-05-01T00:00:00.000Z', version: 1 },
})

const MOST_REVIEWED = { by: 'numReviews', isAscending: false } as const

function startMemory() {
  const memory = createMemory()
  return {
    catalog: readMemory(memory),
    mostReviewed: (size = Infinity) =>
      memory.orders
        .in(MOST_REVIEWED)
        .first(size)
        .map(({ listing }) => listing),
    listing: (id: string) => memory.entries.get(id)?.listing,
    apply(rows: Partial<CatalogRows>, missing: { apartmentIds?: string[]; landlordIds?: string[] } = {}) {
      const all = { apartments: [], listingStats: [], landlords: [], landlordStats: [], ...rows }
      const apartmentIds = [
        ...all.apartments.map(({ apartment }) => apartment.id),
        ...(missing.apartmentIds ?? []),
      ]
      const landlordIds = [...all.landlords.map(({ id }) => id), ...(missing.landlordIds ?? [])]
      return applyRows(memory, { apartmentIds, landlordIds }, all)
    },
  }
}

describe('the catalog in memory', () => {
  it('joins apartments, what their reviews say and the names of their landlords', () => {
    const { catalog, listing, apply } = startMemory()

    apply({
      apartments: [stored('1', { landlordId: 'L' })],
      listingStats: [stats('1', 3)],
      landlords: [landlord('L', 'Oak Homes')],
    })

    expect(listing('1')).toMatchObject({
      numReviews: 3,
      avgRating: 4,
      avgPrice: 2,
      company: 'Oak Homes',
    })
    expect(catalog.landlord('L')).toMatchObject({ properties: ['1'], avgRating: 0, numReviews: 0 })
  })

  it('says whether anything is different', () => {
    const { apply } = startMemory()

    expect(apply({ apartments: [stored('1')] })).toBe(true)
    expect(apply({ apartments: [stored('1')] })).toBe(false)
    expect(apply({ apartments: [stored('1', { price: 5 })] })).toBe(true)
    expect(apply({}, { apartmentIds: ['unknown'], landlordIds: ['unknown'] })).toBe(false)
  })

  it('names a landlord that comes, is renamed and goes in all listings', () => {
    const { catalog, listing, mostReviewed, apply } = startMemory()
    apply({ apartments: [stored('1', { landlordId: 'L' }), stored('2', { landlordId: 'L' })] })
    const companies = () => ['1', '2'].map((id) => listing(id)?.company)
    expect(companies()).toEqual([undefined, undefined])

    apply({ landlords: [landlord('L', 'Oak Homes')] })
    expect(companies()).toEqual(['Oak Homes', 'Oak Homes'])
    expect(catalog.listings({ text: 'oak homes', size: 9 })).toHaveLength(2)

    apply({ landlords: [landlord('L', 'Elm Homes')] })
    expect(companies()).toEqual(['Elm Homes', 'Elm Homes'])
    expect(mostReviewed().map(({ company }) => company)).toEqual(['Elm Homes', 'Elm Homes'])

    apply({}, { landlordIds: ['L'] })
    expect(companies()).toEqual([undefined, undefined])
    expect(listing('1')).not.toHaveProperty('company')
    expect(catalog.suggest('elm', 5)).toEqual([])
  })

  it('moves an apartment from one landlord to another and forgets one that is gone', () => {
    const { catalog, mostReviewed, apply } = startMemory()
    apply({
      apartments: [stored('1', { landlordId: 'L' })],
      landlords: [landlord('L', 'A'), landlord('M', 'B')],
    })

    apply({ apartments: [stored('1', { landlordId: 'M' })] })
    expect(catalog.landlord('L')?.properties).toEqual([])
    expect(catalog.landlord('M')?.properties).toEqual(['1'])

    apply({}, { apartmentIds: ['1'] })
    expect(catalog.apartment('1')).toBeUndefined()
    expect(catalog.landlord('M')?.properties).toEqual([])
    expect(catalog.suggest('house', 5)).toEqual([])
    expect(mostReviewed()).toEqual([])
  })

  it('takes in single changes of many apartments quickly', () => {
    const { mostReviewed, apply } = startMemory()
    const ids = Array.from({ length: 20_000 }, (_, index) => String(index))
    apply({ apartments: ids.map((id) => stored(id)) })
    mostReviewed(1)

    const startedAt = performance.now()
    for (const id of ids.slice(0, 200)) {
      apply({ apartments: [stored(id)], listingStats: [stats(id, Number(id) + 1)] })
      expect(mostReviewed(1)[0]?.buildingData.id).toBe(id)
    }

    // Sorting or indexing everything each time would take a minute.
    expect(performance.now() - startedAt).toBeLessThan(30_000)
  })
})
