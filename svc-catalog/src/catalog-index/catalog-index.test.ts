import { type ListingStats, resourceOf } from '@offquad/contracts'
import { createRandom } from '@offquad/service-kit/testing/random'
import { type ApartmentContent, type StoredApartment, type StoredLandlord } from '../catalog/entities'
import { type ListingOrder } from '../catalog/catalog'
import { type CatalogRows, createCatalogIndex } from './catalog-index'

const stored = (id: string, changes: Partial<ApartmentContent> = {}): StoredApartment => ({
  apartment: {
    id,
    name: `House ${id}`,
    address: `${id} Oak St`,
    landlordId: null,
    numBeds: 1,
    numBaths: 1,
    price: 1000,
    photos: [],
    area: 'WEST',
    latitude: null,
    longitude: null,
    distanceToCampus: null,
    ...changes,
  },
  travelTimes: null,
  order: Number(id),
})

const landlord = (id: string, name: string): StoredLandlord => ({
  id,
  name,
  contact: null,
  address: null,
  photos: [],
  profilePhoto: null,
})

const stats = (aptId: string, numReviews: number, avgRating = 4): ListingStats => ({
  aptId,
  numReviews,
  avgRating,
  avgPrice: 2,
  lastReviewedAt: '2024-05-01T00:00:00.000Z',
  reportedRent: null,
  topics: [],
  rents: [],
})

const versioned = (version: number, stats: ListingStats) => ({
  resource: resourceOf('apartment', stats.aptId),
  version,
  stats,
})

function startIndex() {
  const catalog = createCatalogIndex({}, { to: () => undefined, isReturned: () => () => false })
  let version = 0
  return {
    catalog,
    ids: (by: ListingOrder['by'], isAscending: boolean) =>
      catalog
        .listings({ order: { by, isAscending }, size: Infinity })
        .map(({ buildingData }) => buildingData.id),
    apply(
      { listingStats = [], ...rows }: Partial<CatalogRows> & { listingStats?: ListingStats[] },
      missing: { apartmentIds?: string[]; landlordIds?: string[] } = {},
    ) {
      const all = { apartments: [], landlords: [], ...rows }
      version += 1
      const apartmentIds = [
        ...all.apartments.map(({ apartment }) => apartment.id),
        ...(missing.apartmentIds ?? []),
      ]
      const landlordIds = [...all.landlords.map(({ id }) => id), ...(missing.landlordIds ?? [])]
      catalog.applyStats(listingStats.map((stats) => versioned(version, stats)))
      return catalog.replace({ apartmentIds, landlordIds }, all)
    },
  }
}

describe('the catalog index', () => {
  it('reports what is different', () => {
    const { apply } = startIndex()

    expect(apply({ apartments: [stored('1')] })).toEqual(['apartment/1'])
    expect(apply({ apartments: [stored('1')] })).toEqual([])
    expect(apply({ apartments: [stored('1', { price: 5 })] })).toEqual(['apartment/1'])
    expect(apply({}, { apartmentIds: ['unknown'], landlordIds: ['unknown'] })).toEqual([])
  })

  it('updates a landlord that is added, renamed or deleted in all listings', () => {
    const { catalog, apply } = startIndex()
    apply({ apartments: [stored('1', { landlordId: 'L' }), stored('2', { landlordId: 'L' })] })
    const companies = () => ['1', '2'].map((id) => catalog.listing(id)?.company)
    expect(companies()).toEqual([undefined, undefined])

    apply({ landlords: [landlord('L', 'Oak Homes')] })
    expect(companies()).toEqual(['Oak Homes', 'Oak Homes'])
    expect(catalog.listings({ text: 'oak homes', size: 9 })).toHaveLength(2)

    apply({ landlords: [landlord('L', 'Elm Homes')] })
    expect(companies()).toEqual(['Elm Homes', 'Elm Homes'])
    expect(catalog.listings({ size: 9 }).map(({ company }) => company)).toEqual(['Elm Homes', 'Elm Homes'])

    apply({}, { landlordIds: ['L'] })
    expect(companies()).toEqual([undefined, undefined])
    expect(catalog.listing('1')).not.toHaveProperty('company')
    expect(catalog.suggest('elm', 5)).toEqual([])
  })

  it('moves an apartment from one landlord to another and drops one that was deleted', () => {
    const { catalog, apply } = startIndex()
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
    expect(catalog.listings({ size: 9 })).toEqual([])
  })

  it('applies stats in any order and repeatedly, and knows what each change has changed', () => {
    const { catalog, apply } = startIndex()
    apply({
      apartments: [stored('1', { landlordId: 'L' }), stored('2')],
      landlords: [landlord('L', 'Oak Homes')],
    })
    const changes = [3, 1, 3, 2, 4, 4].map((version) =>
      catalog.applyStats([versioned(version, stats('1', Math.min(version, 3)))]),
    )

    const changed = ['apartment/1', 'landlord/L']
    // The values of version 4 are those of version 3.
    expect(changes).toEqual([changed, [], [], [], [], []])
    expect(catalog.listing('1')?.numReviews).toBe(3)
    expect(catalog.statsVersion('apartment/1')).toBe(4)
    expect(apply({ landlords: [landlord('L', 'Elm Homes')] }).toSorted()).toEqual(changed)
    expect(apply({ apartments: [stored('1', { landlordId: 'M' })] }).toSorted()).toEqual([
      'apartment/1',
      'landlord/L',
      'landlord/M',
    ])
  })

  it('sums what students paid in an area while apartments are added, changed, moved and deleted', () => {
    const { catalog, apply } = startIndex()
    const random = createRandom(31)
    const areas = ['WEST', 'NORTH']
    const model = new Map<string, { area: string; counts: number[] }>()

    for (let step = 0; step < 400; step += 1) {
      const id = String(random.below(12))
      if (random.chance(0.2)) {
        model.delete(id)
        apply({}, { apartmentIds: [id] })
        continue
      }
      const area = random.pick(areas)
      const counts = Array.from({ length: 6 }, () => random.below(3))
      model.set(id, { area, counts })
      apply({
        apartments: [stored(id, { area })],
        listingStats: [{ ...stats(id, step), rents: [{ year: 2025, bedrooms: 2, brackets: counts }] }],
      })
      for (const name of areas) {
        const there = [...model.values()].filter((entry) => entry.area === name)
        const named = there
          .flatMap((entry) => entry.counts.flatMap((count, index) => Array<number>(count).fill(index + 1)))
          .toSorted((a, b) => a - b)
        const rent = {
          bedrooms: 2,
          bracket: named[Math.floor((named.length - 1) / 2)],
          reports: named.length,
        }
        expect(catalog.rentsIn(name)).toEqual(named.length < 3 ? [] : [rent, { ...rent, year: 2025 }])
      }
    }

    apply({}, { apartmentIds: [...model.keys()] })
    expect(areas.map(catalog.rentsIn)).toEqual([[], []])
  })

  it('sums up when leases are signed in an area while stats change, and apartments move and are deleted', () => {
    const { catalog, apply } = startIndex()
    const signed = (id: string, counts: number[]) => ({ ...stats(id, 1), signedMonths: counts })
    const september = [0, 0, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0]
    const winter = [2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2]
    const areas = ['WEST', 'NORTH']
    apply({
      apartments: [stored('1'), stored('2'), stored('3', { area: 'NORTH' })],
      listingStats: [signed('1', september), signed('2', winter), stats('3', 1)],
    })
    expect(areas.map(catalog.seasonIn)).toEqual([{ from: 12, to: 1, reports: 7 }, undefined])

    apply({ listingStats: [signed('2', september)] })
    expect(areas.map(catalog.seasonIn)).toEqual([{ from: 9, to: 9, reports: 6 }, undefined])

    apply({ apartments: [stored('2', { area: 'NORTH' })] })
    apply({ listingStats: [signed('3', winter)] })
    expect(areas.map(catalog.seasonIn)).toEqual([undefined, { from: 12, to: 1, reports: 7 }])

    // Stats as an older svc-reviews sends them.
    apply({ listingStats: [stats('3', 2)] })
    apply({}, { apartmentIds: ['2'] })
    expect(areas.map(catalog.seasonIn)).toEqual([undefined, undefined])
  })

  it('weighs all ratings by the current mean of all reviews', () => {
    const { ids, apply } = startIndex()
    apply({
      apartments: [stored('1'), stored('2')],
      listingStats: [stats('1', 1, 4), stats('2', 20, 3.5)],
    })
    expect(ids('weightedRating', false)).toEqual(['1', '2'])

    const others = Array.from({ length: 10 }, (_, index) => String(10 + index))
    apply({
      apartments: others.map((id) => stored(id)),
      listingStats: others.map((id) => stats(id, 50, 1)),
    })

    // A single review says little about one apartment where most are bad.
    expect(ids('weightedRating', false).slice(0, 2)).toEqual(['2', '1'])
  })

  it('is not raised by there being few reviews', () => {
    const { ids, apply } = startIndex()
    apply({
      apartments: [stored('1'), stored('2'), stored('3')],
      listingStats: [stats('1', 1, 1), stats('2', 14, 2.9), stats('3', 100, 4)],
    })
    expect(ids('weightedRating', false)).toEqual(['3', '2', '1'])
  })
})
