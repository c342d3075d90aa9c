import { BrokenFileError } from './row'
import { splitJsonArray } from './split-json-array'

const read = (text: string) => [...splitJsonArray(text)]

describe('splitJsonArray', () => {
  it('reports the line on which every row begins', () => {
    expect(read('[\n  {"id": 1},\n  {\n    "id": 2\n  }, {"id": 3}\n]\n')).toEqual([
      { line: 2, value: { id: 1 } },
      { line: 3, value: { id: 2 } },
      { line: 5, value: { id: 3 } },
    ])
  })

  it('handles brackets, commas and quotes inside strings', () => {
    const text = JSON.stringify([{ text: 'a ] , } \\ " ✓ 🏠', nested: [[1], { b: ']' }] }, { id: 'x' }])

    expect(read(text).map(({ value }) => value)).toEqual(JSON.parse(text))
  })

  it('reads an empty list', () => {
    expect(read('[ ]')).toEqual([])
  })

  it('reads both rows where the comma between them is missing', () => {
    expect(read('[{"id": 1}\n{"id": 2},\n[3] {"id": 4}]')).toEqual([
      { line: 1, value: { id: 1 } },
      { line: 2, value: { id: 2 } },
      { line: 3, value: {}, problem: expect.stringContaining('is not an object') },
      { line: 3, value: { id: 4 } },
    ])
  })

  it('names no position within a row, which would be taken for one in the file', () => {
    expect(read('[{"id": 1},\n{"id": 2 "name": "x"}]')[1]?.problem).toMatch(/^is not valid JSON: [^0-9]+$/)
  })

  it('reports at once that a list with empty lines at its end is cut off', () => {
    const startedAt = performance.now()

    expect(() => read(`[\n{"id": "1"${'\n'.repeat(3_000)}`)).toThrow('ends in the middle of the list')
    expect(performance.now() - startedAt).toBeLessThan(1_000)
  })

  it('notes the keys that a row gives twice', () => {
    expect(read('[{"a": 1, "b": {"a": "a"}, "a": 2}, {"a": "b", "b": "b"}]')).toEqual([
      { line: 1, value: { a: 2, b: { a: 'a' } }, note: 'a given twice: the last value counts' },
      { line: 1, value: { a: 'b', b: 'b' } },
    ])
  })

  it.each([
    ['[\n{"id": },\n{"id": 2}]', 'is not valid JSON'],
    ['[\n{"id": 1,},\n{"id": 2}]', 'is not valid JSON'],
    ['[\n{"id": 1e400},\n{"id": 2}]', 'id is too large a number'],
    ['[\n5,\n{"id": 2}]', 'is not an object'],
    ['[\n{"id": "1},\n{"id": 2}]', 'does not end'],
    ['[\n{"id": [1},\n{"id": 2}]', 'does not end'],
    ['[\n{"id": {"x": 1},\n{"id": 2}]', 'does not end'],
  ])('rejects only the malformed row of %j', (text, problem) => {
    expect(read(text)).toEqual([
      { line: 2, value: {}, problem: expect.stringContaining(problem) },
      { line: 3, value: { id: 2 } },
    ])
  })

  it.each([
    ['{"id": 1, "roomTypes": [{}]}', 1, /must be a list/],
    ['{"id": 1}\n{"id": 2}', 1, /must be a list/],
    ['{"count": 1, "data": {"results": [{"id": 1}]}}', 1, /inside of "results": send only the list/],
    ['{"apartments": [{"id": 1}]}', 1, /inside of "apartments": send only the list/],
    ['[{"id": 1}\n', 1, /ends in the middle/],
    ['[{"id": 1}]\n[', 2, /after the end/],
  ])('reports the line and the reason why %j is malformed', (text, line, reason) => {
    let failure: unknown
    try {
      read(text)
    } catch (error) {
      failure = error
    }

    expect(failure).toBeInstanceOf(BrokenFileError)
    expect(failure).toMatchObject({ line, message: expect.stringMatching(reason) })
  })
})
