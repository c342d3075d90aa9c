const SEPARATORS = [',', ';', '\t', '|']
// A quotation mark that is never closed must not swallow the rows after it.
const MAX_RECORD_LENGTH = 100_000

interface CsvRecord {
  line: number
  cells: string[]
  problem?: string
}

/**
 * Splits CSV into its header and its records. Uses the separator that yields the most known columns in the header. Ties: the one
 * in Excel's first line `sep=;`, then the usual ones.
 */
export function splitCsv(text: string, isColumn: (name: string) => boolean) {
  const lines = text.split(/\r\n?|\n/)
  const named = /^"?sep=([^\w"])"?$/i.exec(lines[0] ?? '')?.[1]
  let first = named ? 1 : 0
  while (first < lines.length && isBlankLine(lines[first])) first += 1

  const readHeader = (separator: string) => nextRecord(lines, first, separator)
  const columnsIn = (separator: string) => readHeader(separator).cells.filter(isColumn).length
  const separator = [...(named ?? ''), ...SEPARATORS].reduce((best, candidate) =>
    columnsIn(candidate) > columnsIn(best) ? candidate : best,
  )
  const { cells, next } = readHeader(separator)
  const header = cells.slice(0, cells.findLastIndex((name) => name.trim() !== '') + 1)

  function* records(): Generator<CsvRecord> {
    for (let index = next; index < lines.length;) {
      const { next: following, ...record } = nextRecord(lines, index, separator)
      const problem = record.problem ?? surplus(record.cells, header.length)
      if (problem || !isBlankLine(record.cells.join('')))
        yield { line: index + 1, cells: record.cells, ...(problem && { problem }) }
      index = following
    }
  }
  return { header, line: first + 1, records: records() }
}

// Spreadsheets write empty rows as separators only.
const isBlankLine = (line = ''): boolean => /^[\s,;|"]*$/.test(line)

function surplus(cells: string[], columns: number): string | undefined {
  const surplusCells = cells.slice(columns).filter((cell) => cell.trim() !== '')
  if (surplusCells.length === 0) return undefined
  return `has ${cells.length} cells, but the header has ${columns}: put a cell that contains a separator in quotation marks`
}

/** The record that begins on a line: as few lines as close all quotation marks, else that line alone. */
function nextRecord(
  lines: string[],
  index: number,
  separator: string,
): { cells: string[]; next: number; problem?: string } {
  let text = lines[index] ?? ''
  let next = index + 1
  while (hasOpenQuote(text) && next < lines.length && text.length < MAX_RECORD_LENGTH) {
    text += `\n${lines[next]}`
    next += 1
  }
  const cells = hasOpenQuote(text) ? undefined : cellsOf(text, separator)
  if (cells) return { cells, next }
  const problem =
    'has a quotation mark that is not closed or stands inside of a cell: write such a cell as "The 5"" Pipe House"'
  return { cells: [], next: index + 1, problem }
}

const hasOpenQuote = (text: string): boolean => text.split('"').length % 2 === 0

/** undefined if a quoted cell does not end where its quotation mark does. */
function cellsOf(text: string, separator: string): string[] | undefined {
  const end = `\\${separator}`
  const cell = new RegExp(`(?: *"([^"]*(?:""[^"]*)*)" *|((?! *")[^${end}\n]*))(${end}|$)`, 'gy')
  const cells: string[] = []
  for (let match = cell.exec(text); match; match = cell.exec(text)) {
    cells.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? '')
    if (match[3] === '') return cell.lastIndex === text.length ? cells : undefined
  }
  return undefined
}
