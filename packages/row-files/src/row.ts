/** One row of an import file: its first line, counted from 1, and its columns. */
export interface Row {
  line: number
  value: Record<string, unknown>
  /** Why it cannot be read; its value is empty then. */
  problem?: string
  /** What to check in a row that can be read. */
  note?: string
}

/** A file is malformed from a line on. */
export class BrokenFileError extends Error {
  override name = 'BrokenFileError'
  constructor(
    readonly line: number,
    reason: string,
  ) {
    super(`line ${line}: ${reason}`)
  }
}
