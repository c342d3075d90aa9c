import { type ImportBatch, type ImportOutcome } from '@offquad/contracts'
import { type ImportedRow } from './import-fields'

interface Rejected {
  reason: string
}

/** A parsed row of a file, with its line. */
export type RowOf<Accepted> = { line: number } & (Accepted | Rejected)

export const isAccepted = <Accepted extends { id: string }>(
  row: RowOf<Accepted>,
): row is { line: number } & Accepted => 'id' in row

/**
 * Parses a batch. Among rows with the same id, only the first is accepted: if the last row won, every run of the
 * same file would find something to update.
 */
export function parseRows<Accepted extends { id: string }>(
  rows: ImportBatch['rows'],
  parse: (row: ImportedRow) => Accepted | Rejected,
  idField = 'id',
): RowOf<Accepted>[] {
  const lineOfId = new Map<string, number>()
  return rows.map(({ line, value }): RowOf<Accepted> => {
    const row = { line, ...parse(value) }
    if (!isAccepted(row)) return row
    const earlier = lineOfId.get(row.id)
    if (earlier !== undefined)
      return { line, reason: `${idField} ${row.id} is already on line ${earlier}: keep one of the two rows` }
    lineOfId.set(row.id, line)
    return row
  })
}

interface Plan<Write> {
  /** undefined if everything in the row is already stored. */
  write: Write | undefined
  notes: string[]
}

/** The writes for the accepted rows of a batch, and one outcome per row, in order. */
export function planRows<Accepted extends { id: string }, Write extends { isNew: boolean }>(
  rows: RowOf<Accepted>[],
  planOf: (row: Accepted) => Plan<Write> | Rejected,
): { writes: Write[]; outcomes: ImportOutcome[] } {
  const writes: Write[] = []
  const outcomes = rows.map((row): ImportOutcome => {
    const { line } = row
    const plan = isAccepted(row) ? planOf(row) : row
    if ('reason' in plan) return { line, outcome: 'rejected', reason: plan.reason }
    const { write, notes } = plan
    if (write) writes.push(write)
    return {
      line,
      outcome: write ? (write.isNew ? 'created' : 'updated') : 'unchanged',
      ...(notes.length > 0 && { note: notes.join('; ') }),
    }
  })
  return { writes, outcomes }
}
