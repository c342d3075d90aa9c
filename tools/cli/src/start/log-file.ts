import { appendFileSync, existsSync, mkdirSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'

const MAX_LOG_BYTES = 5_000_000

/** The log of a process. */
export interface LogFile {
  path: string
  write(chunk: Buffer): void
}

/** Opens a log for appending; one that has grown large begins anew. Lines that do not fit on the disk are dropped. */
export function openLogFile(file: string): LogFile {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
  if (existsSync(file) && statSync(file).size > MAX_LOG_BYTES) rmSync(file)
  return {
    path: file,
    write(chunk) {
      try {
        appendFileSync(file, chunk, { mode: 0o600 })
      } catch {
        // The platform is worth more than its log.
      }
    },
  }
}
