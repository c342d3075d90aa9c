import 'leaflet/dist/leaflet.css'
import * as leaflet from 'leaflet'
import { isDark, watchColors } from '../theme/color-scheme'
import { type BaseMap, isScrolledPast, type OpenMap, ZOOM } from './map-provider'

const OPENSTREETMAP = 'OpenStreetMap'

/** Leaflet's own control sets innerHTML, which the pages' Trusted Types policy blocks. */
function creditControl(text: string): leaflet.Control {
  const credit = document.createElement('div')
  credit.className = 'leaflet-control-attribution'
  const [before = '', ...after] = text.split(OPENSTREETMAP)
  credit.append(before)
  if (after.length > 0) {
    const link = document.createElement('a')
    link.href = 'https://www.openstreetmap.org/copyright'
    link.target = '_blank'
    link.rel = 'noopener'
    link.textContent = OPENSTREETMAP
    credit.append(link, after.join(OPENSTREETMAP))
  }
  return Object.assign(new leaflet.Control({ position: 'bottomright' }), { onAdd: () => credit })
}

function attributionOf({ vectorTilesUrl, tilesUrl, tilesAttribution }: BaseMap): string | undefined {
  if (vectorTilesUrl) return `Protomaps © ${OPENSTREETMAP}`
  return tilesUrl && (tilesAttribution ?? `© ${OPENSTREETMAP} contributors`)
}

function loadVectorTiles() {
  // The module extends the global Leaflet.
  Object.assign(globalThis, { L: leaflet })
  return import('protomaps-leaflet')
}

type VectorTiles = Awaited<ReturnType<typeof loadVectorTiles>>

/** Adds vector tiles in the reader's color scheme, and follows its changes. @returns a function that stops following */
function addVectorTiles({ leafletLayer }: VectorTiles, map: leaflet.Map, url: string): () => void {
  let layer: leaflet.Layer | undefined
  function show(): void {
    layer?.remove()
    layer = leafletLayer({
      url,
      flavor: isDark() ? 'dark' : 'light',
      lang: 'en',
    }) as unknown as leaflet.Layer
    layer.addTo(map)
  }
  show()
  return watchColors(show)
}

/** Leaflet, with tiles if configured and a plain background otherwise. */
export const openLeafletMap: OpenMap = async (element, options) => {
  const { center, zoom, onMove, onGesture, onSettle, vectorTilesUrl, tilesUrl } = options
  // Before the map: if this failed later, the map would stay in its element, and no retry could open another there.
  const vectorTiles = vectorTilesUrl ? await loadVectorTiles() : undefined
  const map = leaflet.map(element, {
    center: [center.latitude, center.longitude],
    zoom,
    minZoom: ZOOM.least,
    maxZoom: ZOOM.most,
    zoomControl: false,
    attributionControl: false,
    // The observer below reports every change of size.
    trackResize: false,
    // MapView handles keys in the same way for all libraries; pins would lag behind an animated zoom.
    keyboard: false,
    zoomAnimation: false,
    scrollWheelZoom: !isScrolledPast(element),
    fadeAnimation: false,
  })
  const removeVectorTiles =
    vectorTiles && vectorTilesUrl ? addVectorTiles(vectorTiles, map, vectorTilesUrl) : undefined
  if (tilesUrl && !vectorTilesUrl) leaflet.tileLayer(tilesUrl, { maxZoom: ZOOM.most }).addTo(map)
  const attribution = attributionOf(options)
  if (attribution) creditControl(attribution).addTo(map)
  map.on('move zoom viewreset resize', onMove)
  let isCalled = false
  // Calls are not animated, so the map has moved when they return.
  function call(move: () => void): void {
    isCalled = true
    move()
    isCalled = false
  }
  map.on('move', () => !isCalled && onGesture())
  map.on('moveend', onSettle)
  const observer = new ResizeObserver(() => call(() => map.invalidateSize({ animate: false })))
  observer.observe(element)
  return {
    project: ({ latitude, longitude }) => map.latLngToContainerPoint([latitude, longitude]),
    locate(x, y) {
      const { lat, lng } = map.containerPointToLatLng([x, y])
      return { latitude: lat, longitude: lng }
    },
    bounds() {
      const bounds = map.getBounds()
      return {
        south: bounds.getSouth(),
        west: bounds.getWest(),
        north: bounds.getNorth(),
        east: bounds.getEast(),
      }
    },
    zoom: () => map.getZoom(),
    setZoom: (next) => call(() => map.setZoom(next, { animate: false })),
    setView: ({ latitude, longitude }, next) =>
      call(() => map.setView([latitude, longitude], next, { animate: false })),
    showBounds: ({ south, west, north, east }) =>
      call(() =>
        map.fitBounds(
          [
            [south, west],
            [north, east],
          ],
          { animate: false },
        ),
      ),
    panBy: (x, y) => call(() => map.panBy([x, y], { animate: false })),
    close() {
      removeVectorTiles?.()
      observer.disconnect()
      map.remove()
    },
  }
}
