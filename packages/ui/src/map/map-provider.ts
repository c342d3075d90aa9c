export interface Point {
  latitude: number
  longitude: number
}

/** A part of the map, in degrees. */
export interface MapBounds {
  south: number
  west: number
  north: number
  east: number
}

/** Range of zoom levels, and the initial one. */
export const ZOOM = { least: 12, most: 19, first: 16, firstOnPhone: 15 } as const

/**
 * The background of a map; without any of these it is a plan without streets, which sends no requests. If several are set, the
 * first one here applies.
 */
export interface BaseMap {
  /** Uses Google Maps. */
  googleMapsApiKey?: string
  /** URL of a PMTiles file with the vector tiles of Protomaps' basemap. */
  vectorTilesUrl?: string
  /** URL of the tiles, with '{z}', '{x}' and '{y}' for the tile. */
  tilesUrl?: string
  /** Attribution of the tiles at `tilesUrl`; by default OpenStreetMap. */
  tilesAttribution?: string
}

export interface MapOptions extends BaseMap {
  center: Point
  zoom: number
  /** Called for every step of a movement, to move the layer along. */
  onMove: () => void
  /** Called when the user drags or zooms the map itself, rather than by a call of the provider. */
  onGesture: () => void
  /** Called once a movement has ended. */
  onSettle: () => void
}

/** Common interface of the map libraries; pins, cards and buttons are the same for all of them. */
export interface MapProvider {
  /** Pixels from the top left corner of the map. */
  project(point: Point): { x: number; y: number }
  /** The coordinates at these pixels. */
  locate(x: number, y: number): Point
  bounds(): MapBounds
  zoom(): number
  setZoom(zoom: number): void
  setView(center: Point, zoom: number): void
  /** Moves to the closest view that contains the bounds. */
  showBounds(bounds: MapBounds): void
  panBy(x: number, y: number): void
  close(): void
}

/** Opens a map in an element; rejects when the library cannot be loaded. */
export type OpenMap = (element: HTMLElement, options: MapOptions) => Promise<MapProvider>

/** The wheel over a map lower than this scrolls the page, in pixels: about half a laptop's window. */
const LOWEST_WITH_WHEEL = 400

/** Whether a wheel over the map should scroll the page instead. */
export const isScrolledPast = ({ clientHeight }: HTMLElement): boolean => clientHeight < LOWEST_WITH_WHEEL
