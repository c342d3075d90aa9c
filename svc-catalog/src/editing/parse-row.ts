import { InvalidInputError } from '@offquad/service-kit'
import { looksLikeExcelDate, refuseSpreadsheetError } from '@offquad/service-kit/import-fields'

export type Row = Record<string, unknown>

/** A valid row: the fields that it has columns for, and notes about them. */
export interface Accepted<Content> {
  id: string
  content: Partial<Content> & { name: string }
  notes: Remark[]
}

/** A remark about a field; `text` continues a sentence that begins with the field's name, or is a complete sentence. */
export interface Remark {
  field: string
  text: string
  /** Beginning of the sentence if the field's name is a path. */
  subject?: string
}

/** A row with problems is rejected, for this reason. */
export type Parsed<Content> = Accepted<Content> | { problems: Remark[]; reason: string }

export interface RowReader {
  /** Reads a field; undefined if the row has no such column. */
  optional<T>(field: string, reader: (value: unknown) => T): T | undefined
  /** Like `optional`, but a missing column counts as empty. */
  required<T>(field: string, reader: (value: unknown) => T, otherwise: T): T
  note(field: string, text: string): void
  /** Rejects the row. If a reader throws, the row is rejected for that field. */
  reject(problem: Remark): void
}

const TEXTS = new Set(['id', 'name', 'address'])

/** Collects all problems of a row, so that the author of the file sees them at once. */
export function parseRow<Content>(
  row: Row,
  parse: (reader: RowReader) => Omit<Accepted<Content>, 'notes'>,
): Parsed<Content> {
  const problems: Remark[] = []
  const notes: Remark[] = []

  function read<T>(field: string, reader: (value: unknown) => T): T | undefined {
    try {
      refuseSpreadsheetError(row[field])
      if (TEXTS.has(field) && looksLikeExcelDate(row[field]))
        notes.push({ field, text: `${field} ${String(row[field])} looks like a date that Excel made of it` })
      return reader(row[field])
    } catch (error) {
      problems.push({ field, text: (error as Error).message })
      return undefined
    }
  }

  const parsed = parse({
    optional: (field, reader) => (Object.hasOwn(row, field) ? read(field, reader) : undefined),
    required: (field, reader, otherwise) => read(field, reader) ?? otherwise,
    note: (field, text) => notes.push({ field, text }),
    reject: (problem) => problems.push(problem),
  })
  return problems.length > 0 ? { problems, reason: reasonOf(problems) } : { ...parsed, notes }
}

const reasonOf = (problems: Remark[]): string =>
  problems.map(({ field, text, subject = field }) => `${subject} ${text}`).join('; ')

/** Leaves out the fields that a row has no columns for, so that they stay unchanged. */
export function withoutAbsent<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  // None of the remaining values is undefined.
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never
}

/**
 * The parsed form of an administrator. Notes of imports are errors here, as the administrator can correct them.
 * @throws InvalidInputError with every problem and note
 */
export function accepted<Content>(parsed: Parsed<Content>): Accepted<Content> {
  if ('problems' in parsed) return throwInvalid(parsed.problems)
  if (parsed.notes.length > 0) throwInvalid(parsed.notes)
  return parsed
}

export function throwInvalid(remarks: Remark[]): never {
  const errors = remarks.map(({ field, text }) => ({ field, message: sentence(text) }))
  throw new InvalidInputError('invalid-input', errors.map(({ message }) => message).join(' '), errors)
}

// 'must be a number' is shown below its field.
const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
