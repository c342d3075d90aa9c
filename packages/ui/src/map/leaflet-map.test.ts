import { fireEvent } from '@testing-library/react'
import { openLeafletMap } from './leaflet-map'
import { type MapOptions } from './map-provider'

let failures = 0

// A fake of the renderer of vector tiles, whose code is loaded over the network.
jest.mock('protomaps-leaflet', () => {
  if (failures-- > 0) throw new Error('cannot be loaded')
  return { leafletLayer: () => ({ addTo: () => undefined, remove: () => undefined }) }
})

/** An element in the document: Leaflet looks for a focusable ancestor, and for one with a size. */
function surface(): HTMLElement {
  const element = Object.assign(document.createElement('div'), { tabIndex: 0 })
  document.body.append(element)
  return element
}

async function open(overrides: Partial<MapOptions> = {}, element = surface()) {
  const onGesture = jest.fn()
  const onSettle = jest.fn()
  const provider = await openLeafletMap(element, {
    center: { latitude: 42, longitude: -76 },
    zoom: 16,
    onMove: () => undefined,
    onGesture,
    onSettle,
    ...overrides,
  })
  return { element, provider, onGesture, onSettle }
}

describe('openLeafletMap', () => {
  beforeEach(() => {
    jest.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(600)
    jest.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(400)
  })
  afterEach(() => jest.restoreAllMocks())

  it('opens in the same element after the vector tiles could not be loaded', async () => {
    failures = 1
    const element = surface()
    const overrides = { vectorTilesUrl: '/tiles.pmtiles' }
    jest.spyOn(window, 'matchMedia').mockReturnValue(new FakeMediaQuery() as unknown as MediaQueryList)
    await expect(open(overrides, element)).rejects.toThrow('cannot be loaded')

    const { provider } = await open(overrides, element)

    expect(provider.zoom()).toBe(16)
  })

  it('reports a drag as a gesture once the map moves', async () => {
    const { element, onGesture, onSettle } = await open()

    fireEvent.mouseDown(element, { which: 1, clientX: 100, clientY: 100 })
    fireEvent.mouseMove(element, { clientX: 101, clientY: 100 })
    expect(onGesture).not.toHaveBeenCalled()
    fireEvent.mouseMove(element, { clientX: 140, clientY: 100 })
    fireEvent.mouseUp(element, { clientX: 140, clientY: 100 })

    expect(onGesture).toHaveBeenCalled()
    expect(onSettle).toHaveBeenCalledTimes(1)
  })

  it('reports a double click, which zooms, as a gesture', async () => {
    const { element, provider, onGesture } = await open()

    fireEvent.dblClick(element, { clientX: 100, clientY: 100 })

    expect(provider.zoom()).toBe(17)
    expect(onGesture).toHaveBeenCalled()
  })

  it.each([
    ['leaves the wheel to the page where it is small', 240, 16],
    ['is zoomed by the wheel where it fills the window', 600, 17],
  ])('%s', async (_title, height, zoom) => {
    jest.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(height)
    const { element, provider } = await open()
    jest.useFakeTimers()

    fireEvent.wheel(element, { deltaY: -120, clientX: 100, clientY: 100 })
    jest.advanceTimersByTime(500)
    jest.useRealTimers()

    expect(provider.zoom()).toBe(zoom)
  })

  it('reports no gesture when it is moved by a call or changes its size', async () => {
    const { provider, onGesture, onSettle } = await open()

    provider.setView({ latitude: 42.1, longitude: -76 }, 15)
    provider.setZoom(14)
    provider.panBy(80, 0)
    provider.showBounds({ south: 42, west: -76, north: 42.01, east: -75.99 })
    jest.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(300)
    fireEvent(window, new Event('resize'))

    expect(onSettle).toHaveBeenCalledTimes(4)
    expect(onGesture).not.toHaveBeenCalled()
  })
})

class FakeMediaQuery extends EventTarget {
  matches = false
}
