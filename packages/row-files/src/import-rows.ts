import { type ImportOutcome } from '@offquad/contracts'
import { addOutcomes, emptyReport, type FileReport } from './report'
import { type Row } from './row'

const BATCH_SIZE = 500

/**
 * Sends rows in batches of at most 500; those read before a broken line are still sent. A row with the id of one that
 * an earlier batch stored is refused here, as services see one batch at a time.
 * @yields the report so far, after every batch
 */
export async function* importRows(
  rows: AsyncIterable<Row>,
  send: (rows: Row[]) => Promise<ImportOutcome[]>,
): AsyncGenerator<FileReport> {
  const report = emptyReport()
  const lineOfId = new Map<string, number>()
  for await (const batch of batches(rows)) {
    const repeated: ImportOutcome[] = []
    const fresh: Row[] = []
    for (const row of batch) {
      const repetition = repetitionOf(row, lineOfId)
      if (repetition) repeated.push(repetition)
      else fresh.push(row)
    }
    // One for each row, in order: several rows may stand on one line.
    const outcomes = fresh.length > 0 ? await send(fresh) : []
    for (const [index, row] of fresh.entries()) {
      const id = idOf(row)
      if (id !== undefined && outcomes[index]?.outcome !== 'rejected') lineOfId.set(id, row.line)
    }
    addOutcomes(
      report,
      [...repeated, ...outcomes].sort((one, other) => one.line - other.line),
    )
    yield { ...report }
  }
}

function repetitionOf(row: Row, lineOfId: Map<string, number>): ImportOutcome | undefined {
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
