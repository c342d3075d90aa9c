import { randomInt } from 'node:crypto'
import { Long } from 'bson'
import { CommandError } from '../errors'
import { maxDocumentBytes, sizeWithinLimit } from '../storage/change-set'
import type { Document } from '../values/value'

interface Cursor {
  namespace: string
  documents: Document[]
  position: number
  usedAt: number
}

export interface OpenCursor {
  namespace: string
  documents: Document[]
  batchSize?: number | undefined
  /** The rest after the first batch is not wanted. */
  singleBatch?: boolean | undefined
}

const defaultFirstBatch = 101
// Room for the type, the index as text and the terminator of an array element.
const elementOverhead = 16
// The largest range randomInt takes; well inside the integers JavaScript holds exactly.
const maxCursorId = 2 ** 48 - 1
const idleTimeoutMs = 10 * 60_000

function takeBatch(cursor: Cursor, limit: number): Document[] {
  const { documents, position } = cursor
  const end = Math.min(documents.length, position + limit)
  let bytes = 0
  while (cursor.position < end) {
    bytes += sizeWithinLimit(documents[cursor.position] ?? {}) + elementOverhead
    if (cursor.position > position && bytes > maxDocumentBytes) break
    cursor.position++
  }
  return documents.slice(position, cursor.position)
}

const isExhausted = ({ documents, position }: Cursor): boolean => position >= documents.length

/** Results that clients fetch in batches. Each is a list made when the query ran, so later writes do not show. */
export class Cursors {
  private readonly cursors = new Map<number, Cursor>()

  /** Answers with the first batch, keeping the rest for `getMore`. */
  open({ namespace, documents, batchSize = defaultFirstBatch, singleBatch }: OpenCursor): Document {
    const cursor = { namespace, documents, position: 0, usedAt: Date.now() }
    const firstBatch = takeBatch(cursor, batchSize)
    const isOpen = !isExhausted(cursor) && !singleBatch
    const id = isOpen ? randomInt(1, maxCursorId) : 0
    if (isOpen) this.cursors.set(id, cursor)
    return { cursor: { firstBatch, id: Long.fromNumber(id), ns: namespace } }
  }

  /** Throws `CursorNotFound` for one that was closed, exhausted or idle too long. */
  next(id: number, namespace: string, batchSize: number): Document {
    const cursor = this.cursors.get(id)
    if (cursor?.namespace !== namespace) throw new CommandError('CursorNotFound', `cursor id ${id} not found`)
    const nextBatch = takeBatch(cursor, batchSize)
    cursor.usedAt = Date.now()
    const isDone = isExhausted(cursor)
    if (isDone) this.cursors.delete(id)
    return { cursor: { nextBatch, id: Long.fromNumber(isDone ? 0 : id), ns: namespace } }
  }

  /** Whether there was such a cursor. */
  kill(id: number): boolean {
    return this.cursors.delete(id)
  }

  closeIdle(now: number): void {
    for (const [id, cursor] of this.cursors) if (now - cursor.usedAt > idleTimeoutMs) this.cursors.delete(id)
  }
}
