import { readFile } from 'node:fs/promises'
import { type ImportColumns } from '@offquad/contracts'
import { BrokenFileError, readRows, type RowFile } from '@offquad/row-files'
import { OperationFailure } from '../operation-failure'

/**
 * Opens a file of rows, JSON or CSV.
 * @throws OperationFailure when it is not a file that can be read
 */
export async function openRowFile(file: string, columns: ImportColumns): Promise<RowFile> {
  const bytes = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') throw new OperationFailure(`${file} does not exist: check the path.`)
    if (error.code === 'EISDIR') throw new OperationFailure(`${file} is not a file.`)
    throw new OperationFailure(`${file} cannot be read (${error.message}): check the path.`)
  })
  try {
    return readRows(bytes, file, columns)
  } catch (error) {
    throw error instanceof BrokenFileError ? new OperationFailure(`${file}, ${error.message}`) : error
  }
}
