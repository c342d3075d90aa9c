import {
  type Listing,
  type MapBounds,
  type MapPlace,
  type MapPlaceCluster,
  type MapPlaces,
  MAX_PLACES_AT_POINT,
  rentRangeOf,
} from '@offquad/contracts'
import { LRUCache } from 'lru-cache'
import Supercluster from 'supercluster'
import { type Catalog, type ListingSelection } from '../catalog/catalog'

type MapSelection = Pick<ListingSelection, 'text' | 'filter' | 'commute'>

interface MapView {
  bounds: MapBounds
  /** Zoom of a map with tiles of 256 pixels. */
  zoom: number
}

interface ClusteredSelection {
  revision: number
  places: MapPlace[]
  unlocated: number
  clusters: Clusters
}

/** Clusters at each zoom, of places by their indexes. */
type Clusters = Supercluster<{ index: number }, MapBounds>

const CLUSTERING = {
  // Maps zoom from 12 to 19. At the closest zoom, even apartments in the same house have separate pins.
  minZoom: 8,
  maxZoom: 18,
  /** The width of a tile in pixels. */
  extent: 256,
  /** Pixels: about the width of a pin with a rent. */
  radius: 56,
}

// A selection of 10,000 takes about 3 MB.
const MAX_CACHED_PLACES = 60_000
/** Overhead of a selection, in places: anyone can make up searches without results. */
const PLACES_PER_SELECTION = 10

/**
 * Clusters each selection once, at every zoom, because filters stay the same while a map is moved. The most recently used
 * selections are cached until the catalog changes.
 */
export function createMapIndex(catalog: Pick<Catalog, 'listings' | 'revision'>) {
  const cached = new LRUCache<string, ClusteredSelection>({
    maxSize: MAX_CACHED_PLACES,
    // The latest selection is cached regardless of its size: the next view of the map needs it.
    sizeCalculation: ({ places }) => Math.min(places.length + PLACES_PER_SELECTION, MAX_CACHED_PLACES),
  })

  function clustered(selection: MapSelection): ClusteredSelection {
    const key = JSON.stringify(selection)
    const latest = cached.get(key)
    if (latest?.revision === catalog.revision()) return latest
    const current = read(selection)
    cached.set(key, current)
    return current
  }

  function read(selection: MapSelection): ClusteredSelection {
    const listings = catalog.listings({
      ...selection,
      order: { by: 'originalOrder', isAscending: true },
      size: Infinity,
    })
    const places = listings.flatMap((listing) => placeOf(listing) ?? [])
    return {
      revision: catalog.revision(),
      places,
      unlocated: listings.length - places.length,
      clusters: cluster(places),
    }
  }

  return {
    /** The places and clusters that maps show of a selection of the catalog. */
    placesIn(selection: MapSelection, { bounds, zoom }: MapView): MapPlaces {
      const { places, unlocated, clusters } = clustered(selection)
      const view: [number, number, number, number] = [bounds.west, bounds.south, bounds.east, bounds.north]
      const features = clusters.getClusters(view, coarsest(bounds, zoom))
      const reply: MapPlaces = { places: [], clusters: [], unlocated }
      for (const { geometry, properties } of features) {
        if (!('cluster' in properties)) {
          const place = places[properties.index]
          if (place) reply.places.push(place)
          continue
        }
        const [longitude = 0, latitude = 0] = geometry.coordinates
        const { point_count: count, cluster_id: id, south, west, north, east } = properties
        reply.clusters.push({
          latitude: rounded(latitude),
          longitude: rounded(longitude),
          count,
          bounds: { south, west, north, east },
          ...describeCluster(clusters, id, places),
        })
      }
      return reply
    },
  }
}

function cluster(places: readonly MapPlace[]): Clusters {
  const clusters: Clusters = new Supercluster({
    ...CLUSTERING,
    map({ index }) {
      const { latitude = 0, longitude = 0 } = places[index] ?? {}
      return { south: latitude, west: longitude, north: latitude, east: longitude }
    },
    reduce(all, { south, west, north, east }) {
      all.south = Math.min(all.south, south)
      all.west = Math.min(all.west, west)
      all.north = Math.max(all.north, north)
      all.east = Math.max(all.east, east)
    },
  })
  return clusters.load(
    places.map(({ longitude, latitude }, index) => ({
      type: 'Feature',
      properties: { index },
      geometry: { type: 'Point', coordinates: [longitude, latitude] },
    })),
  )
}

function describeCluster(
  clusters: Clusters,
  id: number,
  places: readonly MapPlace[],
): Pick<MapPlaceCluster, 'zoom' | 'places'> {
  const zoom = clusters.getClusterExpansionZoom(id)
  // Clusters that split earlier are at several points.
  const atPoint = zoom > CLUSTERING.maxZoom ? findAtPoint(clusters, id) : undefined
  return { zoom, ...(atPoint && { places: atPoint.flatMap((index) => places[index] ?? []) }) }
}

/** The indexes of a cluster's places, if they are all at one point. */
function findAtPoint(clusters: Clusters, id: number): number[] | undefined {
  const leaves = clusters.getLeaves(id, MAX_PLACES_AT_POINT + 1)
  const points = new Set(leaves.map(({ geometry }) => geometry.coordinates.join()))
  if (points.size > 1 || leaves.length > MAX_PLACES_AT_POINT) return undefined
  return leaves.map(({ properties }) => properties.index)
}

/** Larger than any map with its surroundings; limits the number of places and clusters in a response. */
const MAX_VIEW_PIXELS = 4096

/** The zoom, or a lower one at which the bounds are no larger than the largest view. */
function coarsest({ west, east, south, north }: MapBounds, zoom: number): number {
  // Web Mercator stretches latitudes by at least this much, so this errs towards more places.
  const degrees = Math.max(east - west, north - south)
  const fitting = Math.floor(Math.log2((MAX_VIEW_PIXELS * 360) / (CLUSTERING.extent * degrees)))
  return Math.max(Math.min(zoom, fitting), CLUSTERING.minZoom)
}

const rounded = (degrees: number): number => Math.round(degrees * 1e5) / 1e5

function placeOf({ buildingData, numReviews, avgRating }: Listing): MapPlace | undefined {
  const { id, name, latitude, longitude } = buildingData
  if (latitude === null || longitude === null) return undefined
  return {
    id,
    name,
    latitude: rounded(latitude),
    longitude: rounded(longitude),
    leastRent: rentRangeOf({ buildingData }, undefined)?.least,
    avgRating: numReviews > 0 ? avgRating : undefined,
  }
}
