import { type ImportColumns } from '@offquad/contracts'
import { decodeText } from './decode-text'
import { unescapeFormula } from './formula-cells'
import { BrokenFileError, type Row } from './row'
import { splitCsv } from './split-csv'
import { noteOnRepeated, splitJsonArray } from './split-json-array'

/** A file of rows. `notes` concern the whole file, and are complete once all rows were read. */
export interface RowFile {
  rows: Iterable<Row>
  notes: string[]
}

/**
 * Reads a file as JSON, by its extension or its first character, or as CSV. Columns are matched to `columns` regardless
 * of spelling; other columns are left out and named in a note.
 * @throws BrokenFileError here or while iterating, when the rest of the file cannot be read
 */
export function readRows(bytes: Uint8Array, name: string, columns: ImportColumns): RowFile {
  const { text, note } = decodeText(bytes)
  const notes = note ? [note] : []
  if (!text.trim()) throw new BrokenFileError(1, 'the file is empty')
  const isJson = /\.json$/i.test(name) || /^\s*[[{]/.test(text)
  return { notes, rows: isJson ? readJson(text, columns, notes) : readCsv(text, columns, notes) }
}

/** Normalizes a name for comparison: ` Num Beds ` and `num_beds` are numBeds. */
const plain = (name: string): string => name.replace(/[^\p{L}\p{N}.]/gu, '').toLowerCase()

function createNaming({ known }: ImportColumns) {
  const byPlainName = new Map(known.map((column) => [plain(column), column]))
  return (name: string): string | undefined => byPlainName.get(plain(name))
}

function* readJson(text: string, columns: ImportColumns, notes: string[]): Generator<Row> {
  const columnOf = createNaming(columns)
  const unknown = new Set<string>()
  for (const { value, ...row } of splitJsonArray(text)) {
    const entries = Object.entries(value)
    for (const [name] of entries) if (!columnOf(name)) unknown.add(name)
    const cells = entries.flatMap(([name, cell]) => renamed(columnOf(name), cell))
    const note = row.note ?? noteOnRepeated(cells.map(([column]) => column).filter(isRepeated))
    yield { ...row, value: Object.fromEntries(cells), ...(note && { note }) }
  }
  noteUnknown([...unknown], notes)
}

const isRepeated = <T>(item: T, index: number, list: T[]): boolean => list.indexOf(item) !== index

const renamed = <T>(column: string | undefined, cell: T): [string, T][] => (column ? [[column, cell]] : [])

function* readCsv(text: string, columns: ImportColumns, notes: string[]): Generator<Row> {
  const columnOf = createNaming(columns)
  const { header, line, records } = splitCsv(text, (name) => columnOf(name) !== undefined)
  const names = header.map(columnOf)
  const missing = columns.required.filter((column) => !names.includes(column))
  if (missing.length > 0)
    throw new BrokenFileError(
      line,
      `the header has no column ${missing.join(', ')}: the first line names the columns, such as ${columns.known.join(', ')}`,
    )
  const doubled = names.filter(Boolean).find(isRepeated)
  if (doubled) throw new BrokenFileError(line, `the header has the column ${doubled} twice: keep one of them`)
  noteUnknown(
    header.filter((name) => !columnOf(name)).map((name) => name.trim() || 'one without a name'),
    notes,
  )

  for (const { cells, ...row } of records) {
    // A row may have fewer cells than the header: spreadsheets omit empty cells at the end.
    const entries = cells.flatMap((cell, index) => renamed(names[index], unescapeFormula(cell)))
    yield { ...row, value: row.problem ? {} : Object.fromEntries(entries) }
  }
}

const MAX_UNKNOWN_NAMES = 20

function noteUnknown(names: string[], notes: string[]): void {
  if (names.length === 0) return
  const more = names.length > MAX_UNKNOWN_NAMES ? `, and ${names.length - MAX_UNKNOWN_NAMES} more` : ''
  notes.push(`Columns that are not read: ${names.slice(0, MAX_UNKNOWN_NAMES).join(', ')}${more}.`)
}
