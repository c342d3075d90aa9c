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
})
