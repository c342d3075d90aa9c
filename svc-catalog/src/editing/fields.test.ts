import { amountUpTo, contactLink, nameUpTo, readCoordinates, readId, readRent } from './fields'

describe('a row of an import', () => {
  it('must have a name', () => {
    expect(() => nameUpTo(20)(' ')).toThrow('is missing: fill it in')
  })

  it('must have an id', () => {
    expect(readId(10)).toBe('10')
    expect(() => readId('')).toThrow('is missing: give every row a unique id')
    expect(() => readId('new')).toThrow('must not be "new"')
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

describe('a rent of an import', () => {
  it.each([
    ['1.200,00', 1200],
    ['850,00', 850],
    ["1'150", 1150],
    ['1 150,00', 1150],
    ['$1,250.00', 1250],
    ['$1,200/mo', 1200],
    ['1200 USD', 1200],
    ['USD 1,200 per month', 1200],
    ['85', 85],
    ['$1,250.50', 1251],
    [899.4, 899],
  ])('%j is read as %j', (value, expected) => {
    expect(readRent(value)).toBe(expected)
  })

  it.each([
    ['1,25', 'may be dollars or thousands of dollars'],
    ['12,50', 'may be dollars or thousands of dollars'],
    ['$1.25', 'may be dollars or thousands of dollars'],
    ['0.5', 'may be dollars or thousands of dollars'],
    ['1.200', 'may be 1.2 or 1200'],
  ])('%j is refused as ambiguous', (value, reason) => {
    expect(() => readRent(value)).toThrow(reason)
  })
})

describe('coordinates of an import', () => {
  const read = (latitude: unknown, longitude: unknown) =>
    readCoordinates({ latitude, longitude }, { mapCenter: { latitude: 42.447, longitude: -76.485 } })

  it.each([
    ['42.44', '-76.48'],
    ['42,44', '-76,48'],
    ['42.44', '\u221276.48'],
    [42.44, -76.48],
  ])('%j, %j are read', (latitude, longitude) => {
    expect(read(latitude, longitude)).toEqual({ latitude: 42.44, longitude: -76.48 })
  })

  it.each([
    ['', null],
    [0, '0'],
    [-0, 0],
  ])('%j, %j are unknown', (latitude, longitude) => {
    expect(read(latitude, longitude)).toEqual({ latitude: null, longitude: null })
  })

  it.each([
    [42, '', 'must both be given or both be empty'],
    [142, 1, 'must be a number from -90 to 90'],
    [42, 'west', 'must be a number from -180 to 180'],
    ['-76.4851', '42.4419', 'km from campus: are they swapped, or is a minus missing?'],
    ['42.4419', '76.4851', 'km from campus'],
    ['0.000001', '0', 'km from campus'],
    ['4.24419', '-76.4851', 'km from campus'],
  ])('%j, %j are refused', (latitude, longitude, reason) => {
    expect(() => read(latitude, longitude)).toThrow(reason)
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
