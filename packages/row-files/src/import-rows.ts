import { type ImportOutcome } from '@offquad/contracts'
import { type RowFile } from './read-rows'
import { addOutcomes, emptyReport, type FileReport } from './report'
import { type Row } from './row'

const BATCH_SIZE = 500

/**
 * Sends rows in batches of at most 500; rows before a malformed line are still sent. Rejects unreadable rows here, and rows
 * that repeat an id of an earlier batch, because services see one batch at a time.
 * @yields the report so far, after every batch
 */
export async function* importRows(
  { rows, notes }: RowFile,
  send: (rows: Row[]) => Promise<ImportOutcome[]>,
): AsyncGenerator<FileReport> {
  const report = emptyReport()
  const lineOfId = new Map<string, number>()
  for (const batch of batches(rows)) {
    const reasons = batch.map((row) => row.problem ?? findDuplicate(row, lineOfId))
    const sendable = batch.filter((_, index) => reasons[index] === undefined)
    // One outcome per row, in order: lines are not unique.
    const outcomes =
      sendable.length > 0 ? await send(sendable.map(({ line, value }) => ({ line, value }))) : []
    for (const [index, row] of sendable.entries()) {
      const id = idOf(row)
      if (id !== undefined && outcomes[index]?.outcome !== 'rejected') lineOfId.set(id, row.line)
    }
    const answered = outcomes.values()
    addOutcomes(
      report,
      batch.flatMap((row, index) => {
        const reason = reasons[index]
        if (reason !== undefined) return { line: row.line, outcome: 'rejected', reason }
        const outcome = answered.next().value
        return outcome ? withNote(outcome, row.note) : []
      }),
    )
    yield { ...report, fileNotes: [...notes] }
  }
}

const withNote = (outcome: ImportOutcome, note: string | undefined): ImportOutcome =>
  note === undefined ? outcome : { ...outcome, note: [note, outcome.note].filter(Boolean).join('; ') }

function findDuplicate(row: Row, lineOfId: Map<string, number>): string | undefined {
  const id = idOf(row)
  const earlier = id === undefined ? undefined : lineOfId.get(id)
  return earlier === undefined
    ? undefined
    : `id ${id} is already on line ${earlier}: keep one of the two rows`
}

/** Services read numeric ids as text and ignore spaces around ids. */
function idOf({ value: { id } }: Row): string | undefined {
  const text = typeof id === 'string' || typeof id === 'number' ? String(id).trim() : ''
  return text === '' ? undefined : text
}

function* batches(rows: Iterable<Row>): Generator<Row[]> {
  let batch: Row[] = []
  let failure: unknown
  try {
    for (const row of rows) {
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
