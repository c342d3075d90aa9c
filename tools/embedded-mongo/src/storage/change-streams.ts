import { randomInt } from 'node:crypto'
import { Long, type Timestamp } from 'bson'
import { CommandError } from '../errors'
import type { Document } from '../values/value'
import type { DocumentChange } from './change-set'

interface Stream {
  /** `database.` or `database.collection`: what namespaces begin with or are. */
  matches: (namespace: string) => boolean
  namespace: string
  fields: string[]
  events: Document[]
  usedAt: number
  wake?: (() => void) | undefined
}

// What drivers take for open-ended cursors; the largest range that randomInt takes.
const maxCursorId = 2 ** 48 - 1
const defaultAwaitMs = 1_000
const idleTimeoutMs = 30 * 60_000
/** The streams of changes that clients follow. Each holds the events its client has not fetched yet. */
export class ChangeStreams {
  private readonly streams = new Map<number, Stream>()

  open(stream: Pick<Stream, 'matches' | 'namespace' | 'fields'>): Document {
    const id = randomInt(1, maxCursorId)
    this.streams.set(id, { ...stream, events: [], usedAt: Date.now() })
    return { cursor: { firstBatch: [], id: Long.fromNumber(id), ns: stream.namespace } }
  }

  publish(changes: readonly DocumentChange[], tick: () => Timestamp): void {
    if (this.streams.size === 0) return
    for (const { operationType, namespace, id } of changes) {
      const clusterTime = tick()
      const [db = ''] = namespace.split('.', 1)
      const event: Document = {
        _id: { _data: clusterTime.toString(16).padStart(16, '0') },
        operationType,
        clusterTime,
        ns: { db, coll: namespace.slice(db.length + 1) },
        ...(operationType !== 'drop' && { documentKey: { _id: id } }),
      }
      for (const stream of this.streams.values())
        if (stream.matches(namespace)) {
          stream.events.push(
            Object.fromEntries(Object.entries(event).filter(([name]) => stream.fields.includes(name))),
          )
          stream.wake?.()
        }
    }
  }

  has(id: number): boolean {
    return this.streams.has(id)
  }

  /** Resolves when a stream has an event, or `maxTimeMs` later. */
  async waitFor(id: number, maxTimeMs = defaultAwaitMs): Promise<void> {
    const stream = this.streams.get(id)
    if (!stream || stream.events.length > 0) return
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, maxTimeMs).unref()
      stream.wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
    stream.wake = undefined
  }

  next(id: number, batchSize: number): Document {
    const stream = this.streams.get(id)
    if (!stream) throw new CommandError('CursorNotFound', `cursor id ${id} not found`)
    stream.usedAt = Date.now()
    const nextBatch = stream.events.splice(0, Math.min(batchSize, 1_000))
    return { cursor: { nextBatch, id: Long.fromNumber(id), ns: stream.namespace } }
  }

  kill(id: number): boolean {
    return this.streams.delete(id)
  }

  closeIdle(now: number): void {
    for (const [id, { usedAt }] of this.streams) if (now - usedAt > idleTimeoutMs) this.streams.delete(id)
  }
}
