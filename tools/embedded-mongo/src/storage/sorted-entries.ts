import type { Document } from '../values/value'

/** A document in its place. Documents themselves are never changed: an update puts another one here. */
export interface StoredDocument {
  /** The key of `_id`. */
  readonly id: string
  /** Grows with each insertion. */
  readonly order: number
  document: Document
}

/** One key of an index and the document it leads to. */
export interface IndexEntry {
  values: unknown[]
  record: StoredDocument
}

/** Negative for entries before the ones that are looked for, zero for these, positive for entries after them. */
export type Locate = (entry: IndexEntry) => number

const maxChunkLength = 512

/** A sorted list in chunks, so that an insertion moves a few hundred entries and not all of them. */
export class SortedEntries {
  private readonly chunks: IndexEntry[][] = []

  constructor(private readonly compare: (left: IndexEntry, right: IndexEntry) => number) {}

  add(entry: IndexEntry): void {
    const { at, chunk, position, isThere } = this.find(entry)
    if (isThere) return
    chunk.splice(position, 0, entry)
    if (chunk.length > maxChunkLength) this.chunks.splice(at + 1, 0, chunk.splice(chunk.length >> 1))
  }

  remove(entry: IndexEntry): void {
    const { at, chunk, position, isThere } = this.find(entry)
    if (!isThere) return
    chunk.splice(position, 1)
    if (chunk.length === 0) this.chunks.splice(at, 1)
  }

  private find(entry: IndexEntry) {
    const isAtOrAfter = (candidate: IndexEntry) => this.compare(candidate, entry) >= 0
    // The last chunk takes what sorts after everything.
    const at = Math.min(this.firstChunk(isAtOrAfter), Math.max(0, this.chunks.length - 1))
    const chunk = this.chunks[at] ?? (this.chunks[at] = [])
    const position = firstPosition(chunk, isAtOrAfter)
    const existing = chunk[position]
    return { at, chunk, position, isThere: existing !== undefined && this.compare(existing, entry) === 0 }
  }

  /** The entries that are located at zero, in order or in reverse. */
  *scan(locate: Locate, isReversed = false): Generator<IndexEntry> {
    const step = isReversed ? -1 : 1
    const isAtOrAfter = (entry: IndexEntry) => (isReversed ? locate(entry) > 0 : locate(entry) >= 0)
    let at = Math.min(this.firstChunk(isAtOrAfter), this.chunks.length - 1)
    let position = firstPosition(this.chunks[at] ?? [], isAtOrAfter) - (isReversed ? 1 : 0)
    for (let chunk = this.chunks[at]; chunk; chunk = this.chunks[at]) {
      for (let entry = chunk[position]; entry; entry = chunk[position]) {
        if (locate(entry) !== 0) return
        yield entry
        position += step
      }
      at += step
      position = isReversed ? (this.chunks[at]?.length ?? 0) - 1 : 0
    }
  }

  /** The first chunk with an entry that is not before the ones that are looked for. */
  private firstChunk(isAtOrAfter: (entry: IndexEntry) => boolean): number {
    return firstPosition(this.chunks, (chunk) => {
      const last = chunk.at(-1)
      return last !== undefined && isAtOrAfter(last)
    })
  }
}

/** The index of the first item that passes, in a list where all after it pass, too; its length when none does. */
function firstPosition<Item>(items: readonly Item[], passes: (item: Item) => boolean): number {
  let low = 0
  let high = items.length
  while (low < high) {
    const middle = (low + high) >> 1
    const item = items[middle]
    if (item !== undefined && passes(item)) high = middle
    else low = middle + 1
  }
  return low
}
