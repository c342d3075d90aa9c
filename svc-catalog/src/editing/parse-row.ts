import { InvalidInputError } from '@offquad/service-kit'

export type Row = Record<string, unknown>

/** A row that can be stored: the fields it has a column for, and what to look at in it. */
export interface Accepted<Content> {
  id: string
  content: Partial<Content> & { name: string }
  notes: Remark[]
}

/** A field and what is to be said about it; `text` ends a sentence begun by the field's name, or is one. */
export interface Remark {
  field: string
  text: string
}

export type Parsed<Content> = Accepted<Content> | { problems: Remark[] }

export interface RowReader {
  /** What the reader makes of a field; undefined when the row has no such column. */
  optional<T>(field: string, reader: (value: unknown) => T): T | undefined
  /** As optional, but a missing column counts as an empty one. */
  required<T>(field: string, reader: (value: unknown) => T, otherwise: T): T
  note(field: string, text: string): void
}

/** Collects every problem of a row, so that the author of the file sees them all at once. */
export function parseRow<Content>(
  row: Row,
  parse: (reader: RowReader) => Omit<Accepted<Content>, 'notes'>,
): Parsed<Content> {
  const problems: Remark[] = []
  const notes: Remark[] = []

  function read<T>(field: string, reader: (value: unknown) => T): T | undefined {
    try {
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
  })
  return problems.length > 0 ? { problems } : { ...parsed, notes }
}

/** Without the fields a row says nothing about, so that they stay as they are. */
export function withoutAbsent<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  // What is left has no undefined among its values.
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never
}

/**
 * The parsed form of an administrator. What an import leaves out with a note is an error here, as the administrator can
 * correct it.
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

// 'must be a number' stands below the field it is about.
const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
