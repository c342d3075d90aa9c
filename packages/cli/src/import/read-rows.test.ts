import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { openRowFile } from './read-rows'
import { type Row } from './row'

describe('openRowFile', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'offquad-rows-'))
  })
  afterAll(() => rm(folder, { recursive: true }))

  async function read(name: string, text: string): Promise<Row[]> {
    const file = path.join(folder, name)
    await writeFile(file, text)
    const rows: Row[] = []
    for await (const row of (await openRowFile(file)).rows) rows.push(row)
    return rows
  }

  it('reads CSV with a byte order mark, Windows line ends and line breaks inside cells', async () => {
    const rows = await read('a.csv', '\uFEFFid,name\r\n1,"Gull\r\nHouse"\r\n2,"He said ""hi"""\r\n')

    expect(rows).toEqual([
      { line: 2, value: { id: '1', name: 'Gull\nHouse' } },
      { line: 4, value: { id: '2', name: 'He said "hi"' } },
    ])
  })

  it('tells the format of a file without an ending by how it begins', async () => {
    expect(await read('json', ' [{"id": 1}]')).toEqual([{ line: 1, value: { id: 1 } }])
    expect(await read('csv', 'id\n1\n')).toEqual([{ line: 2, value: { id: '1' } }])
  })

  it('says where a CSV file is broken', async () => {
    await expect(read('broken.csv', 'id,name\n1,ok\n2,"never closed\n')).rejects.toThrow(/line \d/)
  })

  it('says that a file does not exist', async () => {
    await expect(openRowFile(path.join(folder, 'nothing.json'))).rejects.toThrow(
      /nothing.json does not exist/,
    )
  })
})
