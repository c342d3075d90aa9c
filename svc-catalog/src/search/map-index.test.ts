import { type Listing } from '@offquad/contracts'
import { type Catalog } from '../catalog/catalog'
import { createMapIndex } from './map-index'

const TOWN = { bounds: { south: 42.4, west: -76.6, north: 42.5, east: -76.4 }, zoom: 13 }

const LISTING: Listing = {
  buildingData: {
    id: '1',
    name: 'Oak House',
    address: '1 Oak St',
    landlordId: null,
    numBeds: 1,
    numBaths: 1,
    price: 900,
    photos: [],
    area: 'WEST',
    latitude: 42.44,
    longitude: -76.48,
    distanceToCampus: null,
  },
  numReviews: 0,
  avgRating: 0,
  avgPrice: 0,
}

/** A map of searches whose text is the number of places found, if it is one; `read` names those that were not cached. */
function startMap() {
  const read: string[] = []
  const catalog: Pick<Catalog, 'listings' | 'revision'> = {
    revision: () => 1,
    listings({ text = '' }) {
      read.push(text)
      return Array<Listing>(Number(text) || 0).fill(LISTING)
    },
  }
  const mapIndex = createMapIndex(catalog)
  const search = (text: string) => mapIndex.placesIn({ text }, TOWN)
  return { read, search, view: (places: number) => search(String(places)) }
}

describe('the cache of the map', () => {
  it('keeps the newest selection, however many places it has', () => {
    const { read, view } = startMap()

    for (const places of [2, 60_001, 60_001]) view(places)

    expect(read).toEqual(['2', '60001'])
  })

  it('evicts the selections that were not used for the longest time', () => {
    const { read, view } = startMap()

    for (const places of [30_000, 20_000, 30_000, 20_001]) view(places)
    for (const places of [30_000, 20_001, 20_000]) view(places)

    expect(read).toEqual(['30000', '20000', '20001', '20000'])
  })

  it('evicts selections without places, too', () => {
    const { read, search } = startMap()

    for (let index = 0; index < 6_001; index += 1) search(`nothing ${index}`)
    search('nothing 0')
    search('nothing 6000')

    expect(read.slice(6_001)).toEqual(['nothing 0'])
  })
})

it('says what contains all places of a cluster', () => {
  const at = (latitude: number, longitude: number): Listing => ({
    ...LISTING,
    buildingData: { ...LISTING.buildingData, id: `${latitude}`, latitude, longitude },
  })
  const listings = [at(42.4401, -76.4802), at(42.441, -76.4801), at(42.4405, -76.4815), at(42.49, -76.41)]

  const { places, clusters } = createMapIndex({ revision: () => 1, listings: () => listings }).placesIn(
    {},
    TOWN,
  )

  expect(places).toHaveLength(1)
  expect(clusters).toMatchObject([
    { count: 3, bounds: { south: 42.4401, west: -76.4815, north: 42.441, east: -76.4801 } },
  ])
})
