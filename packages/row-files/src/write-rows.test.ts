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

describe('rows that are written', () => {
  it('are read back from JSON as they were', async () => {
    expect(await read(jsonOf(ROWS))).toEqual(ROWS)
    expect(await read(jsonOf([]))).toEqual([])
  })

  it('are read back from CSV as texts, unknown values as empty ones', async () => {
    expect(await read(csvOf(ROWS))).toEqual([
      { ...ROWS[0], photos: '["/a.webp","https://x.org/b?c=1|2"]', price: '900', area: '' },
      { ...ROWS[1], photos: '[]', price: '' },
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
  ])('start no formula in a spreadsheet, and are read back as they were: %j', async (name) => {
    const text = csvOf([{ name, longitude: -76.48 }])

    expect(text.split('name,longitude\n')[1]).toMatch(/^"?'/)
    expect(await read(text)).toEqual([{ name, longitude: '-76.48' }])
  })

  it("keep a quote that stands before anything else, as in 'Round the Corner'", async () => {
    expect(await read(csvOf([{ name: "'Round the Corner" }]))).toEqual([{ name: "'Round the Corner" }])
  })
})
