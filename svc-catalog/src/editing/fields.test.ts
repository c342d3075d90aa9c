import { amountUpTo, contactLink, nameUpTo, readCoordinates, readId } from './fields'

describe('a row of an import', () => {
  it('must have a name', () => {
    expect(() => nameUpTo(20)(' ')).toThrow('is missing: fill it in')
  })

  it('must have an id', () => {
    expect(readId(10)).toBe('10')
    expect(() => readId('')).toThrow('is missing: give every row a unique id')
  })
})

describe('an amount of an import', () => {
  const read = amountUpTo(10_000)

  it.each([
    [0, null],
    ['0', null],
    ['', null],
    [null, null],
    ['NaN', null],
    ['2', 2],
    [1.5, 1.5],
    ['$1,250.50', 1250.5],
    [' 900 ', 900],
  ])('%j is read as %j', (value, expected) => {
    expect(read(value)).toBe(expected)
  })

  it.each([-1, '-5', 'two', 10_001, [], true, Number.NaN, '1e9', '0x10'])('%j is refused', (value) => {
    expect(() => read(value)).toThrow('must be a number from 0 to 10000 or empty')
  })
})

describe('coordinates of an import', () => {
  it.each([
    [
      { latitude: '42.44', longitude: '-76.48' },
      { latitude: 42.44, longitude: -76.48 },
    ],
    [
      { latitude: '', longitude: null },
      { latitude: null, longitude: null },
    ],
    [
      { latitude: 0, longitude: '0' },
      { latitude: null, longitude: null },
    ],
    [
      { latitude: -0, longitude: 8 },
      { latitude: 0, longitude: 8 },
    ],
  ])('%j are read as %j', (value, expected) => {
    expect(readCoordinates(value)).toEqual(expected)
  })

  it.each([
    [{ latitude: 42, longitude: '' }, 'must both be given or both be empty'],
    [{ latitude: 142, longitude: 1 }, 'must be a number from -90 to 90'],
    [{ latitude: 42, longitude: 'west' }, 'must be a number from -180 to 180'],
  ])('%j are refused', (value, reason) => {
    expect(() => readCoordinates(value)).toThrow(reason)
  })
})

describe('a contact of an import', () => {
  it.each([
    ['example.com', 'https://example.com'],
    ['example.com/rentals?x=1', 'https://example.com/rentals?x=1'],
    ['http://example.com/', 'http://example.com/'],
    ['rent@example.com', 'mailto:rent@example.com'],
    ['(607) 555-0100', 'tel:6075550100'],
    ['mailto:a@b.org', 'mailto:a@b.org'],
    ['mailto:a@b.org?bcc=spy@evil.example', 'mailto:a@b.org'],
    ['a@b.org?bcc=spy@evil.example', undefined],
    ['ask at the door', undefined],
    ['javascript:alert(1)', undefined],
    ['https://', undefined],
  ])('%j becomes %j', (text, expected) => {
    expect(contactLink(text)).toBe(expected)
  })
})
