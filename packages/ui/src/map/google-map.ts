import { importLibrary, setOptions } from '@googlemaps/js-api-loader'
import { isScrolledPast, type OpenMap, type Point, ZOOM } from './map-provider'

let hasKey = false

/** Google Maps; needs a key of the Maps JavaScript API. */
export const openGoogleMap: OpenMap = async (element, options) => {
  const { center, zoom, onMove, onGesture, onSettle, googleMapsApiKey } = options
  // Options are ignored after the first library has loaded.
  if (!hasKey) setOptions({ key: googleMapsApiKey, v: 'weekly' })
  hasKey = true
  const [{ Map: GoogleMap, OverlayView }, { LatLng, Point }] = await Promise.all([
    importLibrary('maps'),
    importLibrary('core'),
  ])
  const map = new GoogleMap(element, {
    center: toGoogle(center),
    zoom,
    minZoom: ZOOM.least,
    maxZoom: ZOOM.most,
    disableDefaultUI: true,
    keyboardShortcuts: false,
    clickableIcons: false,
    gestureHandling: isScrolledPast(element) ? 'cooperative' : 'greedy',
  })
  // Only an overlay has a projection from coordinates to pixels.
  const overlay = new OverlayView()
  overlay.onAdd = () => undefined
  overlay.onRemove = () => undefined
  await new Promise<void>((resolve) => {
    overlay.draw = () => {
      resolve()
      onMove()
    }
    overlay.setMap(map)
  })
  // Zoom events do not tell the user from a call, and a call's event may come later.
  let isCalled = false
  const listeners = [
    map.addListener('bounds_changed', onMove),
    map.addListener('drag', onGesture),
    map.addListener('zoom_changed', () => !isCalled && onGesture()),
    map.addListener('idle', () => {
      isCalled = false
      onSettle()
    }),
  ]
  function setZoom(next: number): void {
    // A call that changes nothing causes no event.
    if (next === map.getZoom()) return
    isCalled = true
    map.setZoom(next)
  }
  function locate(x: number, y: number): Point {
    const place = overlay.getProjection().fromContainerPixelToLatLng(new Point(x, y))
    return place ? { latitude: place.lat(), longitude: place.lng() } : center
  }
  return {
    project(point) {
      const pixel = overlay.getProjection().fromLatLngToContainerPixel(new LatLng(toGoogle(point)))
      return { x: pixel?.x ?? 0, y: pixel?.y ?? 0 }
    },
    locate,
    bounds: () => map.getBounds()?.toJSON() ?? aroundPoint(center),
    zoom: () => map.getZoom() ?? zoom,
    setZoom,
    setView(next, nextZoom) {
      map.setCenter(toGoogle(next))
      setZoom(nextZoom)
    },
    showBounds(bounds) {
      isCalled = true
      map.fitBounds(bounds, 0)
    },
    panBy(x, y) {
      // Unlike a center, this is animated.
      if (!matchMedia('(prefers-reduced-motion: reduce)').matches) return map.panBy(x, y)
      const { clientWidth, clientHeight } = element
      map.setCenter(toGoogle(locate(clientWidth / 2 + x, clientHeight / 2 + y)))
    },
    close() {
      for (const listener of listeners) listener.remove()
      overlay.setMap(null)
    },
  }
}

const toGoogle = ({ latitude, longitude }: Point) => ({ lat: latitude, lng: longitude })

const aroundPoint = ({ latitude, longitude }: Point) => ({
  south: latitude,
  west: longitude,
  north: latitude,
  east: longitude,
})
