import { readNumber } from './read-number'

describe('a number of an import', () => {
  const read = (value: unknown, most = 1_000_000) =>
    readNumber(value, (number) => Math.abs(number) <= most, 'a number')

  it.each([
    ['1.200,00', 1200],
    ['850,00', 850],
    ['1,5', 1.5],
    ["1'150", 1150],
    ['1’150.50', 1150.5],
    ['1 150,00', 1150],
    ['1\u00a0150', 1150],
    ['1\u202f150,5', 1150.5],
    ['$1,250.00', 1250],
    ['1,200', 1200],
    ['234,567.8', 234_567.8],
    ['234.567,8', 234_567.8],
    ['900 $', 900],
    ['\u221276.4851', -76.4851],
    ['-$5', -5],
    ['\u200b7', 7],
    ['.5', 0.5],
    [-0, 0],
  ])('%j is read as %j', (value, expected) => {
    expect(read(value)).toBe(expected)
  })

  it.each([
    '12,34,567',
    '1,2,3',
    '1 15',
    '12.34.56',
    '1.2K',
    '850,-',
    '€850',
    '1e3',
    '12²',
    '½',
    '',
    'two',
    true,
  ])('%j is refused', (value) => {
    expect(() => read(value)).toThrow('must be a number')
  })

  it('is refused when both of its readings fit, and read when only one does', () => {
    expect(() => read('1.200')).toThrow('may be 1.2 or 1200: write "1.200" without separators of thousands')
    expect(read('4.500', 5)).toBe(4.5)
    expect(read('42,441', 90)).toBe(42.441)
    expect(read('42.441', 90)).toBe(42.441)
    expect(readNumber('1.200', Number.isInteger, 'a whole number')).toBe(1200)
  })
})
