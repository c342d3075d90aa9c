import { readRows } from './read-rows'
import { type Row } from './row'
import { csvOf, jsonOf } from './write-rows'

async function* chunksOf(text: string) {
  for (let at = 0; at < text.length; at += 7) yield text.slice(at, at + 7)
}

async function read(text: string, name = 'rows'): Promise<Row['value'][]> {
  const values: Row['value'][] = []
  for await (const { value } of readRows(chunksOf(text), name)) values.push(value)
  return values
}

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
  it('are read back unchanged from JSON', async () => {
    expect(await read(jsonOf(ROWS))).toEqual(ROWS)
    expect(await read(jsonOf([]))).toEqual([])
  })

  it('are read back from CSV as strings, with null as an empty string', async () => {
    expect(await read(csvOf(ROWS))).toEqual([
      { ...ROWS[0], photos: '["/a.webp","https://x.org/b?c=1|2"]', price: '900', area: '' },
      { ...ROWS[1], photos: '[]', price: '' },
    ])
  })

  it('have a CSV column for each field of any of them', async () => {
    expect(await read(csvOf([{ id: '1' }, { id: '2', amenities: ['pets'] }]))).toEqual([
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
  ])('are escaped so that spreadsheets do not run %j, and read back unchanged', async (name) => {
    const text = csvOf([{ name, longitude: -76.48 }])

    expect(text.split('name,longitude\n')[1]).toMatch(/^"?'/)
    expect(await read(text)).toEqual([{ name, longitude: '-76.48' }])
  })

  it("keep a leading quote that does not escape a formula, as in 'Round the Corner'", async () => {
    expect(await read(csvOf([{ name: "'Round the Corner" }]))).toEqual([{ name: "'Round the Corner" }])
  })
})
