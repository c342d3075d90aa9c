import { BrokenFileError, type Row } from './row'
import { splitJsonArray } from './split-json-array'

async function read(...chunks: string[]): Promise<Row[]> {
  async function* feed() {
    yield* chunks
  }
  const rows: Row[] = []
  for await (const row of splitJsonArray(feed())) rows.push(row)
  return rows
}

describe('splitJsonArray', () => {
  it('reports the line on which every row begins', async () => {
    const rows = await read('\uFEFF[\n  {"id": 1},\n  {\n    "id": 2\n  }, {"id": 3}\n]\n')

    expect(rows).toEqual([
      { line: 2, value: { id: 1 } },
      { line: 3, value: { id: 2 } },
      { line: 5, value: { id: 3 } },
    ])
  })

  it('handles brackets, commas and quotes inside strings, and any chunk boundaries', async () => {
    const text = JSON.stringify([{ text: 'a ] , } \\ " ✓ 🏠', nested: [[1], { b: ']' }] }, { id: 'x' }])

    const whole = await read(text)
    const cut = await read(...text)

    expect(whole.map(({ value }) => value)).toEqual(JSON.parse(text))
    expect(cut).toEqual(whole)
  })

  it('reads an empty list', async () => {
    expect(await read('[ ]')).toEqual([])
  })

  it.each([
    ['{"id": 1}', 1, /list/],
    ['[\n{"id": 1},\n{"id": }]', 3, /not valid JSON/],
    ['[{"id": 1},\n5]', 2, /must be an object/],
    ['[{"id": 1}\n', 2, /ends in the middle/],
    ['[{"id": 1}]\n[', 2, /after the end/],
  ])('reports the line and the reason why %j is malformed', async (text, line, reason) => {
    const failure = await read(text).catch((error: unknown) => error)

    expect(failure).toBeInstanceOf(BrokenFileError)
    expect(failure).toMatchObject({ line, message: expect.stringMatching(reason) })
  })
})
