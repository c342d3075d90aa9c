import { compareIds } from './order'

describe('the order of ids', () => {
  it.each([
    [
      ['10', '2', '1'],
      ['1', '2', '10'],
    ],
    [
      ['a10', 'a9', 'a'],
      ['a', 'a9', 'a10'],
    ],
    [
      ['7', '007', '07'],
      ['007', '07', '7'],
    ],
    [
      ['b', '3', 'a'],
      ['3', 'a', 'b'],
    ],
    [
      ['12345678901234567890', '9'],
      ['9', '12345678901234567890'],
    ],
    [
      ['x2y10', 'x2y9', 'x10y1'],
      ['x2y9', 'x2y10', 'x10y1'],
    ],
  ])('of %j is %j', (ids, expected) => {
    expect(ids.toSorted(compareIds)).toEqual(expected)
  })
})
