import { placeLabels } from './map-labels'

const label = (...places: { x: number; y: number }[]) => ({ width: 100, height: 20, places })
const pinAt = (x: number, y: number) => ({ x, y, width: 32, height: 32 })
const at = (x: number, y: number) => ({ x, y })

const placesOf = (...call: Parameters<typeof placeLabels>) => placeLabels(...call).map(({ x, y }) => [x, y])

describe('the labels of a map', () => {
  it('stand at their best place, as near to pins as these do not cover them', () => {
    expect(placesOf([label(at(0, 0), at(0, 50))], [pinAt(66, 0), pinAt(0, 26)])).toEqual([[0, 0]])
  })

  it('move to their next place where a pin would cover a part of them', () => {
    expect(placesOf([label(at(0, 0), at(0, 50))], [pinAt(65, 0)])).toEqual([[0, 50]])
    expect(placesOf([label(at(0, 0), at(0, 50))], [pinAt(0, 25)])).toEqual([])
  })

  it('are left out while pins cover all of their places', () => {
    expect(placesOf([label(at(0, 0), at(0, 50))], [pinAt(40, 0), pinAt(-40, 50)])).toEqual([])
  })

  it('do not cover each other', () => {
    expect(placesOf([label(at(0, 0)), label(at(50, 0), at(50, 30)), label(at(50, 20))], [])).toEqual([
      [0, 0],
      [50, 30],
    ])
  })
})
