import { openGoogleMap } from './google-map'
import { type MapOptions } from './map-provider'

const loaded: string[] = []
const options: unknown[] = []
const listeners = new Map<string, () => void>()
const made: FakeMap[] = []

class FakeMap {
  zoom = 0
  center: unknown
  moved: unknown[] = []
  shown: unknown[] = []
  constructor(
    readonly element: HTMLElement,
    readonly given: { zoom: number; center: unknown },
  ) {
    this.zoom = given.zoom
    this.center = given.center
    made.push(this)
  }
  addListener(name: string, listener: () => void) {
    listeners.set(name, listener)
    return { remove: () => listeners.delete(name) }
  }
  getZoom = () => this.zoom
  setZoom = (zoom: number) => {
    if (zoom === this.zoom) return
    this.zoom = zoom
    listeners.get('zoom_changed')?.()
  }
  setCenter = (center: unknown) => (this.center = center)
  getBounds = () => ({ toJSON: () => ({ south: 1, west: 2, north: 3, east: 4 }) })
  fitBounds = (bounds: unknown, padding: number) => this.shown.push([bounds, padding])
  panBy = (x: number, y: number) => this.moved.push([x, y])
}

class FakeOverlay {
  draw: () => void = () => undefined
  setMap(map: unknown) {
    if (map) this.draw()
  }
  getProjection = () => ({
    fromLatLngToContainerPixel: ({ lat, lng }: { lat: number; lng: number }) => ({
      x: lng * 10,
      y: lat * 10,
    }),
    fromContainerPixelToLatLng: ({ x, y }: { x: number; y: number }) => ({
      lat: () => y / 10,
      lng: () => x / 10,
    }),
  })
}

class FakePoint {
  constructor(
    readonly x: number,
    readonly y: number,
  ) {}
}

class FakeLatLng {
  lat: number
  lng: number
  constructor({ lat, lng }: { lat: number; lng: number }) {
    this.lat = lat
    this.lng = lng
  }
}

// A fake of the part of Google's library that is in use, according to its reference.
jest.mock('@googlemaps/js-api-loader', () => ({
  setOptions: (value: unknown) => options.push(value),
  importLibrary: (name: string) => {
    loaded.push(name)
    return Promise.resolve(
      name === 'maps' ? { Map: FakeMap, OverlayView: FakeOverlay } : { LatLng: FakeLatLng, Point: FakePoint },
    )
  },
}))

const open = (overrides: Partial<MapOptions> = {}) =>
  openGoogleMap(document.createElement('div'), {
    center: { latitude: 42, longitude: -76 },
    zoom: 16,
    onMove: () => undefined,
    onGesture: () => undefined,
    onSettle: () => undefined,
    googleMapsApiKey: 'key-1',
    ...overrides,
  })

describe('openGoogleMap', () => {
  it('loads the library once with the key, and limits the zoom', async () => {
    await open()
    await open()

    expect(options).toEqual([{ key: 'key-1', v: 'weekly' }])
    expect(made[0]?.given).toMatchObject({
      zoom: 16,
      minZoom: 12,
      maxZoom: 19,
      center: { lat: 42, lng: -76 },
    })
  })

  it('converts positions to pixels, moves and zooms', async () => {
    const provider = await open()
    const map = made.at(-1)

    expect(provider.project({ latitude: 4, longitude: 3 })).toEqual({ x: 30, y: 40 })
    expect(provider.locate(30, 40)).toEqual({ latitude: 4, longitude: 3 })
    provider.setView({ latitude: 1, longitude: 2 }, 14)
    provider.panBy(80, 0)

    expect(map).toMatchObject({ center: { lat: 1, lng: 2 }, zoom: 14, moved: [[80, 0]] })
    expect(provider.zoom()).toBe(14)
  })

  it('pans at once where motion is reduced', async () => {
    jest.spyOn(window, 'matchMedia').mockReturnValue({ matches: true } as MediaQueryList)
    const provider = await open()

    provider.panBy(80, 20)

    expect(made.at(-1)).toMatchObject({ center: { lat: 2, lng: 8 }, moved: [] })
    jest.restoreAllMocks()
  })

  it('reads and shows bounds', async () => {
    const provider = await open()
    const bounds = { south: 1, west: 2, north: 3, east: 4 }

    provider.showBounds(bounds)

    expect(provider.bounds()).toEqual(bounds)
    expect(made.at(-1)?.shown).toEqual([[bounds, 0]])
  })

  it('reports drags and zooming by the user as gestures, but not its own calls', async () => {
    const onGesture = jest.fn()
    const provider = await open({ onGesture })
    const settle = () => listeners.get('idle')?.()

    provider.setZoom(17)
    settle()
    provider.setView({ latitude: 1, longitude: 2 }, 14)
    settle()
    provider.showBounds({ south: 1, west: 2, north: 3, east: 4 })
    // Google may zoom to bounds after the call.
    made.at(-1)?.setZoom(13)
    settle()
    expect(onGesture).not.toHaveBeenCalled()

    provider.setView({ latitude: 1, longitude: 3 }, 13)
    made.at(-1)?.setZoom(14)
    expect(onGesture).toHaveBeenCalledTimes(1)
    listeners.get('drag')?.()
    expect(onGesture).toHaveBeenCalledTimes(2)
  })

  it('reports movements until it is closed', async () => {
    const onMove = jest.fn()
    const onSettle = jest.fn()
    const provider = await open({ onMove, onSettle })
    onMove.mockClear()

    listeners.get('bounds_changed')?.()
    listeners.get('idle')?.()
    expect(onMove).toHaveBeenCalledTimes(1)
    expect(onSettle).toHaveBeenCalledTimes(1)
    provider.close()

    expect([...listeners.keys()]).toEqual([])
  })
})
