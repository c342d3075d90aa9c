import { queriedView } from './map-query'

const view = (shift = 0, zoom = 16) => ({
  bounds: { south: 42.44 + shift, west: -76.49 + shift, north: 42.446 + shift, east: -76.48 + shift },
  zoom,
})

describe('the bounds that a map requests', () => {
  it('contain the view and what is just beyond its edges', () => {
    const { bounds } = queriedView(view())

    expect(bounds.south).toBeLessThan(42.44)
    expect(bounds.west).toBeLessThan(-76.49)
    expect(bounds.north).toBeGreaterThan(42.446)
    expect(bounds.east).toBeGreaterThan(-76.48)
    // At most the view plus 128 pixels and one step of the grid on each side; a pixel of zoom 16 is 0.0000215 degrees wide.
    expect(bounds.east - bounds.west).toBeLessThan(0.01 + 2 * (128 + 256) * 0.0000215)
  })

  it('stay the same while the map moves a little', () => {
    const queries = [0, 0.00001, 0.00002, 0.00003].map((shift) => JSON.stringify(queriedView(view(shift))))

    expect(new Set(queries).size).toBeLessThan(queries.length)
    expect(JSON.stringify(queriedView(view(0.01)))).not.toBe(queries[0])
  })

  it('stay on the globe', () => {
    const { bounds } = queriedView({ bounds: { south: -85, west: -180, north: 85, east: 180 }, zoom: 1 })

    expect([bounds.west, bounds.east]).toEqual([-180, 180])
    expect(Math.abs(bounds.north)).toBeLessThanOrEqual(90)
  })

  it('are those of the lower level between two', () => {
    expect(queriedView(view(0, 15.6)).zoom).toBe(15)
  })
})
