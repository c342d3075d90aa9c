import { type ImportOutcome } from '@offquad/contracts'
import { addOutcomes, emptyReport, type FileReport } from './report'
import { type Row } from './row'

const BATCH_SIZE = 500

/**
 * Sends rows in batches of at most 500; rows before a malformed line are still sent. Rows that repeat an id of an earlier
 * batch are rejected here, because services see one batch at a time.
 * @yields the report so far, after every batch
 */
export async function* importRows(
  rows: AsyncIterable<Row>,
  send: (rows: Row[]) => Promise<ImportOutcome[]>,
): AsyncGenerator<FileReport> {
  const report = emptyReport()
  const lineOfId = new Map<string, number>()
  for await (const batch of batches(rows)) {
    const duplicates: ImportOutcome[] = []
    const unique: Row[] = []
    for (const row of batch) {
      const duplicate = rejectDuplicate(row, lineOfId)
      if (duplicate) duplicates.push(duplicate)
      else unique.push(row)
    }
    // One outcome per row, in order: lines are not unique.
    const outcomes = unique.length > 0 ? await send(unique) : []
    for (const [index, row] of unique.entries()) {
      const id = idOf(row)
      if (id !== undefined && outcomes[index]?.outcome !== 'rejected') lineOfId.set(id, row.line)
    }
    addOutcomes(
      report,
      [...duplicates, ...outcomes].sort((one, other) => one.line - other.line),
    )
    yield { ...report }
  }
}

function rejectDuplicate(row: Row, lineOfId: Map<string, number>): ImportOutcome | undefined {
  const id = idOf(row)
  const earlier = id === undefined ? undefined : lineOfId.get(id)
  if (earlier === undefined) return undefined
  const reason = `id ${id} is already on line ${earlier}: keep one of the two rows`
  return { line: row.line, outcome: 'rejected', reason }
}

/** Services read numeric ids as text and ignore spaces around ids. */
function idOf({ value: { id } }: Row): string | undefined {
  const text = typeof id === 'string' || typeof id === 'number' ? String(id).trim() : ''
  return text === '' ? undefined : text
}

async function* batches(rows: AsyncIterable<Row>): AsyncGenerator<Row[]> {
  let batch: Row[] = []
  let failure: unknown
  try {
    for await (const row of rows) {
      batch.push(row)
      if (batch.length < BATCH_SIZE) continue
      yield batch
      batch = []
    }
  } catch (error) {
    failure = error
  }
  if (batch.length > 0) yield batch
  if (failure) throw failure
}
