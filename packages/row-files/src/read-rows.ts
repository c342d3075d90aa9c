import { parse } from 'csv-parse'
import { unescapeFormula } from './formula-cells'
import { BrokenFileError, type Row } from './row'
import { splitJsonArray } from './split-json-array'

/**
 * Reads the rows of a file lazily, as JSON or CSV by its extension, otherwise by its first character.
 * @param chunks the text of the file
 * @throws BrokenFileError while iterating, after the rows before the malformed line
 */
export async function* readRows(chunks: AsyncIterable<string>, name: string): AsyncGenerator<Row> {
  const iterator = chunks[Symbol.asyncIterator]()
  let begin = ''
  while (!/[^\s\uFEFF]/.test(begin)) {
    const next = await iterator.next()
    if (next.done) break
    begin += next.value
  }
  const text = resumed(begin, iterator)
  yield* isJson(name, begin) ? splitJsonArray(text) : readCsv(text)
}

async function* resumed(begin: string, rest: AsyncIterator<string>): AsyncGenerator<string> {
  yield begin
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value
}

function isJson(name: string, begin: string): boolean {
  if (/\.(json|csv)$/i.test(name)) return /json$/i.test(name)
  return /^\uFEFF?\s*\[/.test(begin)
}

interface CsvRecord {
  record: Record<string, string>
  info: { lines: number }
}

const CSV_OPTIONS = {
  columns: true,
  bom: true,
  info: true,
  skip_empty_lines: true,
  relax_column_count_less: true,
} as const

async function* readCsv(chunks: AsyncIterable<string>): AsyncGenerator<Row> {
  const parser = parse(CSV_OPTIONS)
  const parsed: CsvRecord[] = []
  let failure: (Error & { lines?: number }) | undefined
  let nextLine = 2
  // The parser's browser build is a stream that cannot be iterated.
  parser.on('data', (record: CsvRecord) => parsed.push(record))
  const ended = new Promise<void>((resolve) => {
    parser.once('end', resolve)
    parser.once('error', (error) => {
      failure = error
      resolve()
    })
  })

  function* drainParsed(): Generator<Row> {
    for (const { record, info } of parsed.splice(0)) {
      yield { line: nextLine, value: valuesOf(record) }
      nextLine = info.lines + 1
    }
  }

  for await (const chunk of withUnixLineEndings(chunks)) {
    // The callback also runs when the parser fails.
    await new Promise((resolve) => parser.write(chunk, resolve))
    yield* drainParsed()
    if (failure) break
  }
  if (!failure) parser.end()
  await ended
  yield* drainParsed()
  if (failure) throw new BrokenFileError(failure.lines ?? 0, failure.message)
}

// The parser counts a Windows line ending inside a cell as two lines.
async function* withUnixLineEndings(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  let held = ''
  for await (const chunk of chunks) {
    const text = held + chunk
    held = text.endsWith('\r') ? '\r' : ''
    yield text.slice(0, text.length - held.length).replaceAll('\r\n', '\n')
  }
  if (held) yield held
}

// A row may have fewer cells than the header.
const valuesOf = (record: Record<string, string | undefined>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(record).flatMap(([name, cell]) =>
      cell === undefined ? [] : [[name, unescapeFormula(cell)]],
    ),
  )
