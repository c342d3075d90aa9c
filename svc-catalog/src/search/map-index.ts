import { type Listing, type MapBounds, type MapPlace, type MapPlaces, rentRangeOf } from '@offquad/contracts'
import Supercluster, { type PointFeature } from 'supercluster'
import { type Catalog, type ListingSelection } from '../catalog'

type MapSelection = Pick<ListingSelection, 'text' | 'filter' | 'commute'>

interface MapView {
  bounds: MapBounds
  /** Of a map with 256 pixels a tile. */
  zoom: number
}

/** What maps show of selections of the catalog. */
export interface MapIndex {
  placesIn(selection: MapSelection, view: MapView): MapPlaces
}

interface ClusteredSelection {
  revision: number
  clusters: Supercluster<MapPlace, object>
  located: number
  unlocated: number
}

// Maps zoom from 12 to 19. At the closest zoom even places in one house are shown one by one.
const LEAST_ZOOM = 8
const LAST_CLUSTERED_ZOOM = 18

const TILE_PIXELS = 256
/** A pin that says a rent is about as wide. */
const RADIUS_PIXELS = 56
/** More than a map and what is around it: bounds of any size have about as many places and clusters. */
const MAX_VIEW_PIXELS = 4096

// A selection of 10,000 takes about 3 MB.
const MAX_CACHED_PLACES = 60_000

/**
 * Clusters each selection once, at every zoom: while a map is moved, its filters stay the same. The selections that were
 * used last are kept until the catalog changes.
 */
export function createMapIndex(catalog: Pick<Catalog, 'listings' | 'revision'>): MapIndex {
  /** The one that was used last is the last. */
  const cached = new Map<string, ClusteredSelection>()

  function clustered(selection: MapSelection): ClusteredSelection {
    const key = JSON.stringify(selection)
    const known = cached.get(key)
    const current = known?.revision === catalog.revision() ? known : cluster(selection)
    cached.delete(key)
    cached.set(key, current)
    evict()
    return current
  }

  function cluster(selection: MapSelection): ClusteredSelection {
    const listings = catalog.listings({
      ...selection,
      order: { by: 'originalOrder', isAscending: true },
      size: Infinity,
    })
    const places = listings.flatMap((listing) => placeOf(listing) ?? [])
    const clusters = new Supercluster<MapPlace, object>({
      minZoom: LEAST_ZOOM,
      maxZoom: LAST_CLUSTERED_ZOOM,
      extent: TILE_PIXELS,
      radius: RADIUS_PIXELS,
    })
    clusters.load(places.map(featureOf))
    return {
      revision: catalog.revision(),
      clusters,
      located: places.length,
      unlocated: listings.length - places.length,
    }
  }

  function evict(): void {
    let total = 0
    for (const [key, { located }] of [...cached].reverse()) {
      total += located
      if (total > MAX_CACHED_PLACES && cached.size > 1) cached.delete(key)
    }
  }

  return {
    placesIn(selection, { bounds, zoom }) {
      const { clusters, unlocated } = clustered(selection)
      const { west, south, east, north } = bounds
      const found = clusters.getClusters([west, south, east, north], coarsest(bounds, zoom))
      const reply: MapPlaces = { places: [], clusters: [], unlocated }
      for (const { geometry, properties } of found) {
        if (!('cluster' in properties)) {
          reply.places.push(properties)
          continue
        }
        const [longitude = 0, latitude = 0] = geometry.coordinates
        reply.clusters.push({
          latitude: rounded(latitude),
          longitude: rounded(longitude),
          count: properties.point_count,
          zoom: clusters.getClusterExpansionZoom(properties.cluster_id),
        })
      }
      return reply
    },
  }
}

/** The zoom, or a lower one at which the bounds are no larger than a view may be. */
function coarsest({ west, east, south, north }: MapBounds, zoom: number): number {
  // Web Mercator stretches latitudes by at least this, so that this errs towards more places.
  const degrees = Math.max(east - west, north - south)
  const fitting = Math.floor(Math.log2((MAX_VIEW_PIXELS * 360) / (TILE_PIXELS * degrees)))
  return Math.max(Math.min(zoom, fitting), LEAST_ZOOM)
}

const rounded = (degrees: number): number => Math.round(degrees * 1e5) / 1e5

function placeOf({ buildingData, numReviews, avgRating }: Listing): MapPlace | undefined {
  const { id, name, latitude, longitude } = buildingData
  if (latitude === null || longitude === null) return undefined
  const leastRent = rentRangeOf({ buildingData }, undefined)?.least
  return {
    id,
    name,
    latitude: rounded(latitude),
    longitude: rounded(longitude),
    ...(leastRent !== undefined && { leastRent }),
    ...(numReviews > 0 && { avgRating }),
  }
}

const featureOf = (place: MapPlace): PointFeature<MapPlace> => ({
  type: 'Feature',
  properties: place,
  geometry: { type: 'Point', coordinates: [place.longitude, place.latitude] },
})
