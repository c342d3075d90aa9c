import { openLeafletMap } from './leaflet-map'
import { type MapOptions } from './map-provider'

let failures = 0

// A fake of the renderer of vector tiles, whose code is loaded over the network.
jest.mock('protomaps-leaflet', () => {
  if (failures-- > 0) throw new Error('cannot be loaded')
  return { leafletLayer: () => ({ addTo: () => undefined, remove: () => undefined }) }
})

async function open(given: Partial<MapOptions> = {}, element = document.createElement('div')) {
  const provider = await openLeafletMap(element, {
    center: { latitude: 42, longitude: -76 },
    zoom: 16,
    onMove: () => undefined,
    onSettle: () => undefined,
    ...given,
  })
  return { provider }
}

describe('openLeafletMap', () => {
  afterEach(() => jest.restoreAllMocks())

  it('opens in the same element after the vector tiles could not be loaded', async () => {
    failures = 1
    const element = document.createElement('div')
    const given = { vectorTilesUrl: '/tiles.pmtiles' }
    jest.spyOn(window, 'matchMedia').mockReturnValue(new FakeMediaQuery() as unknown as MediaQueryList)
    await expect(open(given, element)).rejects.toThrow('cannot be loaded')

    const { provider } = await open(given, element)

    expect(provider.zoom()).toBe(16)
  })
})

class FakeMediaQuery extends EventTarget {
  matches = false
}
