import { Binary, BSONRegExp, ObjectId } from 'bson'
import { compareValues, isSameValue } from './compare-values'
import { keyOf } from './value-key'

const id = '65f0000000000000000000'

// In MongoDB's order, each line strictly greater than the one before.
const ascending: unknown[] = [
  undefined,
  null,
  Number.NaN,
  Number.NEGATIVE_INFINITY,
  -1.5,
  0,
  1,
  2 ** 60,
  '',
  'A',
  'a',
  'ab',
  '\uFFFD',
  '\u{1F600}',
  {},
  { a: null },
  { a: 1 },
  { b: 1 },
  { a: 'x' },
  [],
  [1],
  [1, 2],
  [2],
  ['x'],
  new Binary(Buffer.from('b')),
  new Binary(Buffer.from('aa')),
  new ObjectId(`${id}01`),
  new ObjectId(`${id}10`),
  false,
  true,
  new Date(-1),
  new Date(0),
  new BSONRegExp('a'),
  new BSONRegExp('a', 'i'),
  new BSONRegExp('b'),
]

describe('compareValues', () => {
  it('orders every kind of value as MongoDB does', () => {
    for (const [left, a] of ascending.entries()) {
      for (const [right, b] of ascending.entries()) {
        expect([left, right, Math.sign(compareValues(a, b))]).toEqual([left, right, Math.sign(left - right)])
      }
    }
  })

  it('holds 0 and -0 equal, and documents only in the same order of fields', () => {
    expect(isSameValue(0, -0)).toBe(true)
    expect(isSameValue({ a: 1, b: 2 }, { b: 2, a: 1 })).toBe(false)
  })
})

describe('keyOf', () => {
  it('gives two values one key exactly when they are equal', () => {
    const values = [...ascending, -0, { a: [1, '2'] }, { a: [1, 2] }, ['a', 'b'], ['ab'], ['a1:b'], 'n1', 's']
    for (const a of values) {
      for (const b of values) expect([a, b, keyOf(a) === keyOf(b)]).toEqual([a, b, isSameValue(a, b)])
    }
  })
})
