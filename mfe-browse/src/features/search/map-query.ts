import { type MapBounds } from '@offquad/contracts'

const TILE_PIXELS = 256
/** Bounds are widened to a grid of this size, so that small moves, and other maps nearby, send the same request. */
const GRID_PIXELS = 256
/** Places this far beyond the edges are fetched before they come into view. */
const MARGIN_PIXELS = 128

interface View {
  bounds: MapBounds
  zoom: number
}

/** The query for a view: bounds that contain it and are the same for many views. */
export function queriedView({ bounds, zoom }: View): View {
  // A pinch can leave a map between two levels: it then shows the places of the lower level.
  const level = Math.floor(zoom)
  const world = TILE_PIXELS * 2 ** level
  const down = (pixels: number) => Math.floor((pixels - MARGIN_PIXELS) / GRID_PIXELS) * GRID_PIXELS
  const up = (pixels: number) => Math.ceil((pixels + MARGIN_PIXELS) / GRID_PIXELS) * GRID_PIXELS
  return {
    bounds: {
      south: latitudeAt(up(yOf(bounds.south) * world) / world),
      west: longitudeAt(down(xOf(bounds.west) * world) / world),
      north: latitudeAt(down(yOf(bounds.north) * world) / world),
      east: longitudeAt(up(xOf(bounds.east) * world) / world),
    },
    zoom: level,
  }
}

// Web Mercator, with the world as a square of side 1 whose corner is in the northwest.
const xOf = (longitude: number): number => longitude / 360 + 0.5

function yOf(latitude: number): number {
  const sine = Math.sin((latitude * Math.PI) / 180)
  return 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)
}

const longitudeAt = (x: number): number => clamp((x - 0.5) * 360, 180)

const latitudeAt = (y: number): number =>
  clamp((360 * Math.atan(Math.exp((0.5 - y) * 2 * Math.PI))) / Math.PI - 90, 90)

const clamp = (degrees: number, most: number): number => Math.min(Math.max(degrees, -most), most)
