import { type ImportOutcome } from '@offquad/contracts'
import { addOutcomes, emptyReport, type FileReport } from './report'
import { type Row } from './row'

const BATCH_SIZE = 500

/**
 * Sends rows in batches of at most 500; those read before a broken line are still sent.
 * @yields the report so far, after every batch
 */
export async function* importRows(
  rows: AsyncIterable<Row>,
  send: (rows: Row[]) => Promise<ImportOutcome[]>,
): AsyncGenerator<FileReport> {
  const report = emptyReport()
  for await (const batch of batches(rows)) {
    addOutcomes(report, await send(batch))
    yield { ...report }
  }
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
