/** One row of an import file: its first line, counted from 1, and its columns as they stand there. */
export interface Row {
  line: number
  value: Record<string, unknown>
}

/** A file that cannot be read on from a line. */
export class BrokenFileError extends Error {
  override name = 'BrokenFileError'
  constructor(
    readonly line: number,
    reason: string,
  ) {
    super(`line ${line}: ${reason}`)
  }
}
