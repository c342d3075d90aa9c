import { createReadStream } from 'node:fs'
import { open, rename, writeFile } from 'node:fs/promises'
import { crc32 } from 'node:zlib'
import { StartError } from '../errors'
import { decodeEffects, type Effect, encodeEffects } from './effect'

/** Only the user the server runs as may read files with documents. */
export const OWNER_ONLY_FILE = 0o600

const CHECKSUM_DIGITS = 8

/** The whole lines of a journal. */
export interface JournalEnd {
  size: number
  /** The checksum of the last line. The next line continues it, which shows whether one is missing. */
  checksum: number
}

const START: JournalEnd = { size: 0, checksum: 0 }

/** A line: the checksum in hexadecimal digits, then the effects in base64. As bytes, which the heap does not hold. */
export function encodeLine(
  payload: Buffer,
  { size, checksum }: JournalEnd,
): { line: Buffer; end: JournalEnd } {
  const sum = crc32(payload, checksum)
  const digits = sum.toString(16).padStart(CHECKSUM_DIGITS, '0')
  const line = Buffer.concat(
    [digits, payload.toString('base64'), '\n'].map((part) => Buffer.from(part, 'latin1')),
  )
  return { line, end: { size: size + line.length, checksum: sum } }
}

/** Whether a file without a whole line may be a journal of which only its first write was begun, maybe filled up with zeros. */
export async function isUnfinishedLine(file: string): Promise<boolean> {
  const [head = ''] = await createReadStream(file, { end: 1023, encoding: 'latin1' }).toArray()
  return /^[\da-f]{0,8}[A-Za-z\d+/=]*\0*$/.test(String(head))
}

/** The complete lines of a file, with their line breaks. */
async function* linesOf(file: string): AsyncGenerator<Buffer> {
  let rest = Buffer.alloc(0)
  for await (const chunk of createReadStream(file, { highWaterMark: 1024 * 1024 })) {
    rest = Buffer.concat([rest, chunk as Buffer])
    for (let end = rest.indexOf('\n') + 1; end > 0; end = rest.indexOf('\n') + 1) {
      yield rest.subarray(0, end)
      rest = rest.subarray(end)
    }
  }
}

/**
 * Replays a journal. A write that was not finished has no line break, so every line was acknowledged.
 * @throws StartError when a line is damaged or missing
 */
export async function readJournal(file: string, replay: (effect: Effect) => void): Promise<JournalEnd> {
  let end = START
  for await (const line of linesOf(file)) {
    const payload = Buffer.from(line.toString('latin1', CHECKSUM_DIGITS), 'base64')
    const next = encodeLine(payload, end)
    if (!next.line.equals(line))
      throw new StartError(
        `The journal ${file} is damaged at byte ${end.size}: restore it from a copy, or move it away to start empty.`,
      )
    for (const effect of decodeEffects(payload)) replay(effect)
    end = next.end
  }
  return end
}

const LINE_BYTES = 256 * 1024

function* linesWith(effects: Effect[]): Generator<Buffer, JournalEnd> {
  let end = START
  let parts: Buffer[] = []
  let bytes = 0
  for (const [index, effect] of effects.entries()) {
    const part = encodeEffects([effect])
    parts.push(part)
    bytes += part.length
    if (bytes < LINE_BYTES && index < effects.length - 1) continue
    const encoded = encodeLine(Buffer.concat(parts), end)
    yield encoded.line
    end = encoded.end
    parts = []
    bytes = 0
  }
  return end
}

/** Replaces a journal by one with these effects. A crash leaves either the old file or the new one. */
export async function replaceJournal(file: string, effects: Effect[]): Promise<JournalEnd> {
  let end = START
  const lines = function* () {
    end = yield* linesWith(effects)
  }
  await writeFile(`${file}.new`, lines(), { mode: OWNER_ONLY_FILE, flush: true })
  await rename(`${file}.new`, file)
  return end
}

/** Makes the creation or renaming of files in a directory durable. */
export async function syncDirectory(directory: string): Promise<void> {
  const handle = await open(directory, 'r')
  await handle.sync().finally(() => handle.close())
}
