import { CommandError } from '../errors'
import type { Document } from '../values/value'
import { requireField } from './read-fields'

const maxStatements = 100_000

/** The statements of a write command. Throws `InvalidLength` outside 1 to 100,000. */
export function requireStatements(declared: Document[] | undefined, name: string): Document[] {
  const statements = requireField(declared, name)
  if (statements.length > 0 && statements.length <= maxStatements) return statements
  throw new CommandError(
    'InvalidLength',
    `Write batch sizes must be between 1 and ${maxStatements}. Got ${statements.length} operations.`,
  )
}

/**
 * Runs the statements of a write command in order and collects what failed, with each failure's index.
 * An ordered command stops at its first failure. Errors other than `CommandError` are passed on.
 */
export function runStatements(
  statements: Document[],
  isOrdered: boolean | undefined,
  run: (statement: Document, index: number) => void,
): Document[] {
  const writeErrors: Document[] = []
  for (const [index, statement] of statements.entries()) {
    try {
      run(statement, index)
    } catch (error) {
      if (!(error instanceof CommandError)) throw error
      writeErrors.push({ index, code: error.code, errmsg: error.message, ...error.details })
      if (isOrdered !== false) break
    }
  }
  return writeErrors
}

/** `writeErrors` is present only when there are some. */
export function withErrors(reply: Document, writeErrors: Document[]): Document {
  return writeErrors.length > 0 ? { ...reply, writeErrors } : reply
}
