import { readRows } from './read-rows'
import { type Row } from './row'

/** Pieces of this many characters, which end anywhere in a row. */
async function* chunksOf(text: string, characters: number) {
  for (let start = 0; start < text.length; start += characters) yield text.slice(start, start + characters)
}

async function read(name: string, text: string, charactersPerChunk = 1): Promise<Row[]> {
  const rows: Row[] = []
  for await (const row of readRows(chunksOf(text, charactersPerChunk), name)) rows.push(row)
  return rows
}

describe('readRows', () => {
  it('reads CSV with a byte order mark, Windows line endings and line breaks inside cells', async () => {
    const rows = await read('a.csv', '\uFEFFid,name\r\n1,"Gull\r\nHouse"\r\n2,"He said ""hi"""\r\n')

    expect(rows).toEqual([
      { line: 2, value: { id: '1', name: 'Gull\nHouse' } },
      { line: 4, value: { id: '2', name: 'He said "hi"' } },
    ])
  })

  it('detects the format of a file without an extension by its first character', async () => {
    expect(await read('json', ' [{"id": 1}]')).toEqual([{ line: 1, value: { id: 1 } }])
    expect(await read('csv', 'id\n1\n')).toEqual([{ line: 2, value: { id: '1' } }])
  })

  it('reports the malformed line of a CSV file', async () => {
    await expect(read('broken.csv', 'id,name\n1,ok\n2,"never closed\n')).rejects.toThrow(/line \d/)
  })

  it('reads a file much larger than its buffers', async () => {
    const text = `id,name\n${Array.from({ length: 20_000 }, (_, index) => `${index},House ${index}\n`).join('')}`

    // A prime, so that chunks end at every place of a row.
    const rows = await read('large.csv', text, 997)

    expect(rows).toHaveLength(20_000)
    expect(rows.at(-1)).toEqual({ line: 20_001, value: { id: '19999', name: 'House 19999' } })
  })

  it('reads no rows from an empty CSV file and rejects an empty JSON file', async () => {
    expect(await read('empty.csv', '')).toEqual([])
    await expect(read('empty.json', '')).rejects.toThrow('the file ends in the middle of the list')
  })
})
