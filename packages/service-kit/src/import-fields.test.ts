import {
  looksLikeExcelDate,
  readDay,
  readLinks,
  readOptionalId,
  refuseSpreadsheetError,
  textUpTo,
} from './import-fields'

describe('a text of an import', () => {
  const read = textUpTo(20)

  it.each([
    ['  a \t b\n c ', 'a b c'],
    ['a\u0000b\u200a', 'ab'],
    [301, '301'],
    ['', ''],
    [null, ''],
    ['Cafe\u0301', 'Café'],
    ['\ud800x', '\ufffdx'],
    ['\u202eevil\u202c \u200bHouse', 'evil House'],
    ['\u200b\u00ad', ''],
    ['👩‍👩‍👧'.repeat(20), '👩‍👩‍👧'.repeat(20)],
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

describe('an id of an import that a spreadsheet changed', () => {
  it.each([
    ['1.23457E+12', 'looks like a number that Excel shortened'],
    ['1,23457E+12', 'looks like a number that Excel shortened'],
    [9007199254740993, 'is too long for a number'],
  ])('%j is refused', (value, reason) => {
    expect(() => readOptionalId(value)).toThrow(reason)
  })

  it('looks like a date', () => {
    const dates = ['3-Apr', 'Apr-03', '12-dec', '3/4/2027']
    const others = ['3-April House', 'apt-10', '3/4', 'b-7']

    expect([...dates, ...others].filter(looksLikeExcelDate)).toEqual(dates)
  })
})

describe('an error of a spreadsheet', () => {
  it.each(['#REF!', ' #N/A ', '#VALUE!', '#DIV/0!', '#NAME?', '########'])('%j is refused', (value) => {
    expect(() => refuseSpreadsheetError(value)).toThrow('is an error of the spreadsheet')
  })

  it.each(['#3B', '#1 House!', '# 7', 3])('%j is none', (value) => {
    expect(() => refuseSpreadsheetError(value)).not.toThrow()
  })
})

describe('a day of an import', () => {
  it.each([
    '2024-08-31',
    '2024/8/31',
    '20240831',
    '8/31/2024',
    '08-31-2024',
    '31/8/2024',
    '31.08.2024',
    'August 31, 2024',
    'aug 31st 2024',
    'Saturday, August 31, 2024',
    '31 August 2024',
    '31-Aug-24',
    '31. Aug. 2024',
    ' 31\u00a0aug\u00a02024 ',
  ])('%j is read', (text) => {
    expect(readDay(text)).toBe('2024-08-31')
  })

  it('with points has its day first, and one in August may be written in any order', () => {
    expect(readDay('05.08.2024')).toBe('2024-08-05')
    expect(readDay('8/8/2024')).toBe('2024-08-08')
  })

  it('is refused when day and month may be swapped', () => {
    expect(() => readDay('8/1/2027')).toThrow(
      'may be 2027-01-08 or 2027-08-01: write "8/1/2027" as one of these',
    )
  })

  it.each(['2024-08-31T00:00', '2024-08-31T00:00:00.000Z', '8/31/2024 0:00', '8/31/2024 12:00:00 AM'])(
    'is read from %j, its midnight',
    (value) => {
      expect(readDay(value)).toBe('2024-08-31')
    },
  )

  it.each([
    '2024-02-30',
    '0024-08-31',
    '2024-08-31T23:30',
    '45535',
    45535,
    '8/31/24',
    'Smarch 1, 2021',
    '31/31/2024',
    '',
  ])('%j is refused with the expected form', (value) => {
    expect(() => readDay(value)).toThrow('must be a day like 2027-08-01')
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
    ['https://x.org/a,b.jpg, https://x.org/b.jpg', ['https://x.org/a,b.jpg', 'https://x.org/b.jpg'], 0],
    ['https://x.org/a.jpg;https://x.org/b.jpg', ['https://x.org/a.jpg', 'https://x.org/b.jpg'], 0],
    ['Https://x.org/a.jpg,HTTPS://x.org/b.jpg', ['Https://x.org/a.jpg', 'HTTPS://x.org/b.jpg'], 0],
    ['["/a.webp","/b.webp"]', ['/a.webp', '/b.webp'], 0],
    [['/a.webp', '', 7], ['/a.webp'], 1],
    ['[broken', [], 1],
    [['javascript:alert(1)', '//evil.org/a.jpg', 'data:image/png;base64,AA', 'http://'], [], 4],
  ])('%j are read as %j, leaving out %i', (value, kept, dropped) => {
    expect(readLinks(value)).toEqual({ kept, dropped })
  })

  it('are refused when they are more than a page shows', () => {
    expect(() => readLinks('/a.webp|'.repeat(300))).toThrow('has 300 entries, 20 at most')
  })
})
