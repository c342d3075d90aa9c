import { type ImportOutcome } from '@offquad/contracts'
import { importRows } from './import-rows'
import { type FileReport } from './report'
import { BrokenFileError, type Row } from './row'

const file = (rows: Iterable<Row>, notes: string[] = []) => ({ rows, notes })

function* rowsUpTo(count: number, failure?: Error): Generator<Row> {
  for (let line = 1; line <= count; line += 1) yield { line, value: { id: String(line) } }
  if (failure) throw failure
}

const outcomesOf = (rows: Row[]): ImportOutcome[] =>
  rows.map(({ line }) => {
    if (line === 2) return { line, outcome: 'rejected', reason: 'name is missing' }
    return { line, outcome: 'created', ...(line === 3 && { note: 'same as 7' }) }
  })

describe('importRows', () => {
  it('sends rows in batches and sums up their outcomes', async () => {
    const sizes: number[] = []
    const reports: FileReport[] = []

    for await (const report of importRows(file(rowsUpTo(1_100), ['In Windows-1252.']), async (rows) => {
      sizes.push(rows.length)
      return outcomesOf(rows)
    }))
      reports.push(report)

    expect(sizes).toEqual([500, 500, 100])
    expect(reports.map(({ read }) => read)).toEqual([500, 1_000, 1_100])
    expect(reports[2]).toEqual({
      read: 1_100,
      created: 1_099,
      updated: 0,
      unchanged: 0,
      rejected: [{ line: 2, text: 'name is missing' }],
      notes: [{ line: 3, text: 'same as 7' }],
      fileNotes: ['In Windows-1252.'],
    })
  })

  it('distinguishes rows on the same line, as in a JSON file without line breaks', async () => {
    const ids: unknown[] = []
    function* rows(): Generator<Row> {
      for (let id = 1; id <= 500; id += 1) yield { line: 1, value: { id } }
      yield { line: 1, value: { id: 1 } }
      yield { line: 1, value: { id: 7 } }
      yield { line: 1, value: { id: 501 } }
    }

    let report: FileReport | undefined
    for await (report of importRows(file(rows()), async (batch) => {
      ids.push(...batch.map(({ value }) => value.id))
      return batch.map(({ value, line }) => ({ line, outcome: value.id === 1 ? 'rejected' : 'created' }))
    }));

    // The first row was rejected, so its id is free, and 7 is taken; neither affects the other rows.
    expect(ids.slice(500)).toEqual([1, 501])
    expect(report?.read).toBe(503)
  })

  it('rejects a row with the id of a row in an earlier batch, unless that one was rejected', async () => {
    const sent: number[] = []
    function* rows(): Generator<Row> {
      yield* rowsUpTo(500)
      yield { line: 501, value: { id: ' 7 ' } }
      yield { line: 502, value: { id: 2 } }
      yield { line: 503, value: { id: '' } }
      yield { line: 504, value: { id: '' } }
    }
    let report: FileReport | undefined

    for await (report of importRows(file(rows()), async (batch) => {
      sent.push(...batch.map(({ line }) => line))
      return outcomesOf(batch)
    }));

    expect(sent).not.toContain(501)
    expect(sent).toEqual(expect.arrayContaining([502, 503, 504]))
    expect(report?.read).toBe(504)
    expect(report?.rejected).toEqual([
      { line: 2, text: 'name is missing' },
      { line: 501, text: 'id 7 is already on line 7: keep one of the two rows' },
    ])
  })

  it('rejects rows that cannot be read without sending them, and adds the notes of the others', async () => {
    const rows: Row[] = [
      { line: 1, value: {}, problem: 'is not closed' },
      { line: 2, value: { id: 1 }, note: 'name given twice' },
      { line: 3, value: { id: 2 }, note: 'name given twice' },
    ]
    let report: FileReport | undefined

    for await (report of importRows(file(rows), async (batch) => outcomesOf(batch)));

    expect(report?.rejected).toEqual([
      { line: 1, text: 'is not closed' },
      { line: 2, text: 'name is missing' },
    ])
    expect(report?.notes).toContainEqual({ line: 3, text: 'name given twice; same as 7' })
  })

  it('sends the rows before a malformed line, then throws', async () => {
    const sent: number[] = []
    const reports = importRows(file(rowsUpTo(3, new BrokenFileError(4, 'no comma'))), async (rows) => {
      sent.push(rows.length)
      return outcomesOf(rows)
    })

    expect((await reports.next()).value).toMatchObject({ read: 3 })
    await expect(reports.next()).rejects.toThrow('line 4: no comma')
    expect(sent).toEqual([3])
  })
})
