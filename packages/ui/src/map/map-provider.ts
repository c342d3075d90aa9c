export interface Point {
  latitude: number
  longitude: number
}

/** Range of zoom levels, and the initial one. */
export const ZOOM = { least: 12, most: 19, first: 16, firstOnPhone: 15 } as const

export interface MapOptions {
  center: Point
  zoom: number
  /** Called when the map has moved or zoomed, to reposition what is on it. */
  onMove: () => void
  /** URL of the tiles, with '{z}', '{x}' and '{y}' for the tile; without it the map shows no streets. */
  tilesUrl?: string
  googleMapsApiKey?: string
}

/** A map library behind one interface; pins, cards and buttons are the same for all of them. */
export interface MapProvider {
  /** Pixels from the top left corner of the map. */
  project(point: Point): { x: number; y: number }
  /** The coordinates at these pixels. */
  locate(x: number, y: number): Point
  zoom(): number
  setZoom(zoom: number): void
  setView(center: Point, zoom: number): void
  panBy(x: number, y: number): void
  close(): void
}

/** Opens a map in an element; rejects when the library cannot be loaded. */
export type OpenMap = (element: HTMLElement, options: MapOptions) => Promise<MapProvider>
