import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { parse } from 'csv-parse'
import { CommandFailure } from '../command-failure'
import { BrokenFileError, type Row } from './row'
import { splitJsonArray } from './split-json-array'

export interface RowFile {
  /** In bytes. */
  size: number
  bytesRead(): number
  rows: AsyncIterable<Row>
}

/**
 * Opens a file of rows, JSON or CSV by its ending, otherwise by its first character. Rows are read as they are asked for.
 * @throws CommandFailure when it is not a file that can be read
 */
export async function openRowFile(file: string): Promise<RowFile> {
  const size = await sizeOf(file)
  const stream = createReadStream(file, { encoding: 'utf8' })
  const rows = (await isJson(file)) ? splitJsonArray(stream) : readCsv(stream)
  return { size, bytesRead: () => stream.bytesRead, rows }
}

async function sizeOf(file: string): Promise<number> {
  const found = await stat(file).catch((error: NodeJS.ErrnoException) => {
    const reason = error.code === 'ENOENT' ? 'does not exist' : `cannot be read (${error.message})`
    throw new CommandFailure(`${file} ${reason}: check the path.`)
  })
  if (!found.isFile()) throw new CommandFailure(`${file} is not a file.`)
  return found.size
}

async function isJson(file: string): Promise<boolean> {
  const ending = path.extname(file).toLowerCase()
  if (ending === '.json' || ending === '.csv') return ending === '.json'
  const handle = await open(file)
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(256), 0, 256, 0)
  await handle.close()
  return /^\uFEFF?\s*\[/.test(buffer.toString('utf8', 0, bytesRead))
}

interface CsvRecord {
  record: Record<string, string>
  info: { lines: number }
}

async function* readCsv(stream: AsyncIterable<string>): AsyncGenerator<Row> {
  const options = {
    columns: true,
    bom: true,
    info: true,
    skip_empty_lines: true,
    relax_column_count_less: true,
  }
  const parser = Readable.from(withUnixLineEnds(stream)).pipe(parse(options))
  try {
    let nextLine = 2
    for await (const { record, info } of parser as AsyncIterable<CsvRecord>) {
      yield { line: nextLine, value: withoutMissing(record) }
      nextLine = info.lines + 1
    }
  } catch (error) {
    const { lines = 0, message } = error as Error & { lines?: number }
    throw new BrokenFileError(lines, message)
  }
}

// The parser counts the two characters of a Windows line end inside a cell as two lines.
async function* withUnixLineEnds(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  let held = ''
  for await (const chunk of chunks) {
    const text = held + chunk
    held = text.endsWith('\r') ? '\r' : ''
    yield text.slice(0, text.length - held.length).replaceAll('\r\n', '\n')
  }
  if (held) yield held
}

// A row with fewer cells than the header lacks the rest.
const withoutMissing = (record: Record<string, string | undefined>) =>
  Object.fromEntries(Object.entries(record).filter(([, cell]) => cell !== undefined))
