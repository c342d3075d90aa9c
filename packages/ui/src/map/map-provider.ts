export interface Point {
  latitude: number
  longitude: number
}

/** Zoom levels a map offers, and where it begins; a phone shows a little more around. */
export const ZOOM = { least: 12, most: 19, first: 16, firstOnPhone: 15 } as const

export interface MapOptions {
  center: Point
  zoom: number
  /** The map moved or zoomed: what stands on it has to be placed again. */
  onMove: () => void
  /** URL of the tiles, with '{z}', '{x}' and '{y}' for the tile; without it the map shows no streets. */
  tilesUrl?: string
  googleMapsApiKey?: string
}

/** What the map needs of whoever draws its base; pins, cards and buttons are the same on all of them. */
export interface MapProvider {
  /** Pixels from the top left corner of the map. */
  project(point: Point): { x: number; y: number }
  /** The place at these pixels. */
  locate(x: number, y: number): Point
  zoom(): number
  setZoom(zoom: number): void
  setView(center: Point, zoom: number): void
  panBy(x: number, y: number): void
  close(): void
}

/** Draws a map into an element; rejects when what it needs cannot be loaded. */
export type OpenMap = (element: HTMLElement, options: MapOptions) => Promise<MapProvider>
