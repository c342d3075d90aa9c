import { readLinks, readOptionalId, textUpTo } from './import-fields'

describe('a text of an import', () => {
  const read = textUpTo(20)

  it.each([
    ['  a \t b\n c ', 'a b c'],
    ['a\u0000b\u200a', 'a b'],
    [301, '301'],
    ['', ''],
    [null, ''],
    ['Cafe\u0301', 'Café'],
    ['\ud800x', '\ufffdx'],
  ])('%j is read as %j', (value, expected) => {
    expect(read(value)).toBe(expected)
  })

  it('longer than allowed or of another type is refused', () => {
    expect(() => read('x'.repeat(21))).toThrow('is longer than 20 characters (21): shorten it')
    expect(() => read({ a: 1 })).toThrow('must be a text')
  })
})

describe('an id of an import', () => {
  it.each([
    [10, '10'],
    [' b-7 ', 'b-7'],
    ['-Mx_1', '-Mx_1'],
    [0, '0'],
  ])('%j is read as %j', (value, expected) => {
    expect(readOptionalId(value)).toBe(expected)
  })

  it.each(['a,b', 'a/b', 'a b', '..', 'x'.repeat(65), '%2f', { $ne: null }, true, 'é'])(
    '%j is refused',
    (value) => {
      expect(() => readOptionalId(value)).toThrow('must be at most 64 letters')
    },
  )

  it.each(['', ' ', null, undefined, 'NULL', 'Undefined', 'NaN'])('%j is no id', (value) => {
    expect(readOptionalId(value)).toBeNull()
  })
})

describe('photos of an import', () => {
  it.each([
    ['', [], 0],
    [null, [], 0],
    [[], [], 0],
    ['https://x.org/a.jpg', ['https://x.org/a.jpg'], 0],
    ['https://x.org/a.jpg | /b.webp', ['https://x.org/a.jpg', '/b.webp'], 0],
    ['https://x.org/a.jpg /b.webp', ['https://x.org/a.jpg', '/b.webp'], 0],
    ['/a.webp|/b.webp', ['/a.webp', '/b.webp'], 0],
    ['["/a.webp","/b.webp"]', ['/a.webp', '/b.webp'], 0],
    [['/a.webp', '', 7], ['/a.webp'], 1],
    ['[broken', [], 1],
    [['javascript:alert(1)', '//evil.org/a.jpg', 'data:image/png;base64,AA', 'http://'], [], 4],
  ])('%j are read as %j, leaving out %i', (value, kept, dropped) => {
    expect(readLinks(value)).toEqual({ kept, dropped })
  })
})
