import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { readRows, type Row } from '@offquad/row-files'
import { OperationFailure } from '../operation-failure'

export interface RowFile {
  /** In bytes. */
  size: number
  bytesRead(): number
  rows: AsyncIterable<Row>
}

/**
 * Opens a file of rows, JSON or CSV. Rows are read as they are asked for.
 * @throws OperationFailure when it is not a file that can be read
 */
export async function openRowFile(file: string): Promise<RowFile> {
  const size = await sizeOf(file)
  const stream = createReadStream(file, { encoding: 'utf8' })
  return { size, bytesRead: () => stream.bytesRead, rows: readRows(stream as AsyncIterable<string>, file) }
}

async function sizeOf(file: string): Promise<number> {
  const found = await stat(file).catch((error: NodeJS.ErrnoException) => {
    const reason = error.code === 'ENOENT' ? 'does not exist' : `cannot be read (${error.message})`
    throw new OperationFailure(`${file} ${reason}: check the path.`)
  })
  if (!found.isFile()) throw new OperationFailure(`${file} is not a file.`)
  return found.size
}
