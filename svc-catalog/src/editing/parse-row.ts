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
