import 'leaflet/dist/leaflet.css'
import { Control, map as createMap, tileLayer } from 'leaflet'
import { type OpenMap, ZOOM } from './map-provider'

/** Leaflet's own control sets innerHTML, which the pages' Trusted Types policy blocks. */
function creditControl(): Control {
  const link = document.createElement('a')
  link.href = 'https://www.openstreetmap.org/copyright'
  link.target = '_blank'
  link.rel = 'noopener'
  link.textContent = 'OpenStreetMap'
  const credit = document.createElement('div')
  credit.className = 'leaflet-control-attribution'
  credit.append('© ', link, ' contributors')
  return Object.assign(new Control({ position: 'bottomright' }), { onAdd: () => credit })
}

/** Leaflet, with tiles where they are configured and a plain background otherwise. */
export const openLeafletMap: OpenMap = (element, { center, zoom, onMove, tilesUrl }) => {
  const map = createMap(element, {
    center: [center.latitude, center.longitude],
    zoom,
    minZoom: ZOOM.least,
    maxZoom: ZOOM.most,
    zoomControl: false,
    attributionControl: false,
    // MapView handles keys, the same for every library; pins would lag behind an animated zoom.
    keyboard: false,
    zoomAnimation: false,
    fadeAnimation: false,
  })
  if (tilesUrl) {
    tileLayer(tilesUrl, { maxZoom: ZOOM.most }).addTo(map)
    creditControl().addTo(map)
  }
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
