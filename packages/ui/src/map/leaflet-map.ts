import 'leaflet/dist/leaflet.css'
import { map as createMap, tileLayer } from 'leaflet'
import { type OpenMap, ZOOM } from './map-provider'

const OSM_CREDIT =
  '© <a href="https://www.openstreetmap.org/copyright" target="_blank" rel="noopener">OpenStreetMap</a> contributors'

/** A Leaflet map with tiles where they are configured, on plain paper otherwise. */
export const openLeafletMap: OpenMap = (element, { center, zoom, onMove, tilesUrl }) => {
  const map = createMap(element, {
    center: [center.latitude, center.longitude],
    zoom,
    minZoom: ZOOM.least,
    maxZoom: ZOOM.most,
    zoomControl: false,
    attributionControl: tilesUrl !== undefined,
    // Keys are the map's own, the same for every base; pins would lag behind an animated zoom.
    keyboard: false,
    zoomAnimation: false,
    fadeAnimation: false,
  })
  if (tilesUrl) tileLayer(tilesUrl, { attribution: OSM_CREDIT, maxZoom: ZOOM.most }).addTo(map)
  map.on('move zoom viewreset resize', onMove)
  const observer = new ResizeObserver(() => map.invalidateSize({ animate: false }))
  observer.observe(element)
  return Promise.resolve({
    project: ({ latitude, longitude }) => map.latLngToContainerPoint([latitude, longitude]),
    locate(x, y) {
      const { lat, lng } = map.containerPointToLatLng([x, y])
      return { latitude: lat, longitude: lng }
    },
    zoom: () => map.getZoom(),
    setZoom: (next) => map.setZoom(next, { animate: false }),
    setView: ({ latitude, longitude }, next) => map.setView([latitude, longitude], next, { animate: false }),
    panBy: (x, y) => map.panBy([x, y], { animate: false }),
    close() {
      observer.disconnect()
      map.remove()
    },
  })
}
