import { createReadStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { type Readable } from 'node:stream'
import { parse } from 'csv-parse'
import { type Entry, openPromise } from 'yauzl'

/** A part of a feed cannot be read; the message names the file and row. */
export class FeedError extends Error {
  override name = 'FeedError'
}

/** Ten times the size of a town. Limits small zip files that unpack to gigabytes. */
export const MOST_ROWS = 1_000_000
/** Maximum length of a row. */
const MOST_CHARACTERS = 4096

interface Columns<Required extends string, Optional extends string> {
  required: readonly Required[]
  optional?: readonly Optional[]
}

/** The tables of a GTFS feed. */
export type FeedFiles = Awaited<ReturnType<typeof openFeedFiles>>

/**
 * Opens a GTFS feed.
 * @param location path of a zip file, or of a folder with its files
 */
export async function openFeedFiles(location: string) {
  const isFolder = (await stat(location)).isDirectory()
  const { files, open, close } = await (isFolder ? openFolder(location) : openZip(location))
  return {
    has: (file: string): boolean => files.includes(file),
    /**
     * Calls `read` with the requested columns of each row, trimmed; '' for an empty or missing cell.
     * @throws FeedError when the file or a required column is missing, the file is not CSV, or `read` throws
     */
    async eachRow<Required extends string, Optional extends string = never>(
      file: string,
      columns: Columns<Required, Optional>,
      read: (cells: Record<Required | Optional, string>) => void,
    ): Promise<void> {
      if (!files.includes(file)) throw new FeedError(`${file} is missing`)
      await readRows(await open(file), { file, ...columns }, read)
    },
    close,
  }
}

interface Container {
  files: string[]
  open: (file: string) => Promise<Readable>
  close: () => void
}

async function openFolder(folder: string): Promise<Container> {
  return {
    files: await readdir(folder),
    open: (file) => Promise.resolve(createReadStream(path.join(folder, file))),
    close: () => undefined,
  }
}

async function openZip(location: string): Promise<Container> {
  const zip = await openPromise(location, { autoClose: false })
  const entries = new Map<string, Entry>()
  try {
    for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry)
  } catch (error) {
    zip.close()
    throw error
  }
  return {
    files: [...entries.keys()],
    async open(file) {
      const entry = entries.get(file)
      if (!entry) throw new FeedError(`${file} is missing`)
      return zip.openReadStreamPromise(entry)
    },
    close: () => zip.close(),
  }
}

async function readRows<Required extends string, Optional extends string>(
  stream: Readable,
  { file, required, optional = [] }: Columns<Required, Optional> & { file: string },
  read: (cells: Record<Required | Optional, string>) => void,
): Promise<void> {
  let isEmpty = true
  const parser = parse({
    bom: true,
    trim: true,
    skip_empty_lines: true,
    relax_column_count: true,
    max_record_size: MOST_CHARACTERS,
    columns(names: string[]) {
      isEmpty = false
      const missing = required.filter((name) => !names.includes(name))
      if (missing.length > 0) throw new FeedError(`${file} has no column ${missing.join(', ')}`)
      return names
    },
  })
  // A pipe does not pass errors on.
  stream.once('error', (error) => parser.destroy(error))
  const blank = Object.fromEntries([...required, ...optional].map((name) => [name, '']))
  let rows = 0
  try {
    for await (const cells of stream.pipe(parser) as AsyncIterable<Record<string, string>>) {
      rows += 1
      if (rows > MOST_ROWS)
        throw new FeedError(`${file} has more than ${MOST_ROWS} rows: cut the region out of the feed`)
      try {
        read({ ...blank, ...cells } as Record<Required | Optional, string>)
      } catch (error) {
        throw new FeedError(`${file}, row ${rows}: ${(error as Error).message}`, { cause: error })
      }
    }
  } catch (error) {
    if (error instanceof FeedError) throw error
    throw new FeedError(`${file}: ${(error as Error).message}`, { cause: error })
  } finally {
    stream.destroy()
  }
  if (isEmpty) throw new FeedError(`${file} is empty`)
}
