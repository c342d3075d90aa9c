import { type ImportColumns } from '@offquad/contracts'
import { readRows } from './read-rows'
import { type Row } from './row'
import { csvOf, jsonOf } from './write-rows'

const COLUMNS = {
  required: [],
  known: ['id', 'name', 'photos', 'price', 'area', 'amenities', 'longitude'],
} satisfies ImportColumns

const read = (text: string, name = 'rows'): Row['value'][] =>
  [...readRows(new TextEncoder().encode(text), name, COLUMNS).rows].map(({ value }) => value)

const ROWS = [
  {
    id: '1',
    name: 'Gull "House", east',
    photos: ['/a.webp', 'https://x.org/b?c=1|2'],
    price: 900,
    area: null,
  },
  { id: '2', name: 'Zwei\nZeilen – é 🏠', photos: [], price: null, area: 'WEST' },
]

describe('written rows', () => {
  it('are read back unchanged from JSON', () => {
    expect(read(jsonOf(ROWS))).toEqual(ROWS)
    expect(read(jsonOf([]))).toEqual([])
  })

  it('are read back from CSV as strings, with null as an empty string', () => {
    expect(read(csvOf(ROWS))).toEqual([
      { ...ROWS[0], photos: '["/a.webp","https://x.org/b?c=1|2"]', price: '900', area: '' },
      { ...ROWS[1], photos: '[]', price: '' },
    ])
  })

  it('begin with the byte order mark by which Excel recognizes UTF-8', () => {
    expect(csvOf([{ name: 'Café' }])).toBe('\uFEFFname\nCafé\n')
  })

  it('have a CSV column for each field of any of them', () => {
    expect(read(csvOf([{ id: '1' }, { id: '2', amenities: ['pets'] }]))).toEqual([
      { id: '1', amenities: '' },
      { id: '2', amenities: '["pets"]' },
    ])
  })

  it.each([
    "=HYPERLINK('https://evil.example')",
    '+1 607 555 0100',
    '-2+3',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    '\n=1',
    '＝1',
    "'=1",
    "''@x",
  ])('are escaped so that spreadsheets do not run %j, and read back unchanged', (name) => {
    const text = csvOf([{ name, longitude: -76.48 }])

    expect(text.split('name,longitude\n')[1]).toMatch(/^"?'/)
    // Line endings of the old Mac become those of Unix.
    expect(read(text)).toEqual([{ name: name.replace('\r', '\n'), longitude: '-76.48' }])
  })

  it("keep a leading quote that does not escape a formula, as in 'Round the Corner'", () => {
    expect(read(csvOf([{ name: "'Round the Corner" }]))).toEqual([{ name: "'Round the Corner" }])
  })
})
