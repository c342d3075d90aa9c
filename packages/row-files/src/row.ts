/** One row of an import file: its first line, counted from 1, and its columns. */
export interface Row {
  line: number
  value: Record<string, unknown>
  /** Reason why the row cannot be read; its value is then empty. */
  problem?: string
  /** Note about a readable row that should be checked. */
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
