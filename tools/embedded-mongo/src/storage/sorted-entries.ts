/** One key of an index and the document it leads to. */
export interface IndexEntry {
  values: unknown[]
  /** The key of the document's `_id`. */
  id: string
  /** Orders documents with equal keys as they were inserted. */
  recordId: number
}

type CompareEntries = (left: IndexEntry, right: IndexEntry) => number

/** Negative for entries before the ones that are looked for, zero for these, positive for entries after them. */
export type Locate = (entry: IndexEntry) => number

const maxChunkLength = 512

/** A sorted list in chunks, so that an insertion moves a few hundred entries and not all of them. */
export class SortedEntries {
  private chunks: IndexEntry[][] = []
  private length = 0

  constructor(private readonly compare: CompareEntries) {}

  get size(): number {
    return this.length
  }

  add(entry: IndexEntry): void {
    const locate: Locate = (other) => this.compare(other, entry)
    // The last chunk takes what sorts after everything.
    const at = Math.min(this.firstChunk(locate), Math.max(0, this.chunks.length - 1))
    const chunk = this.chunks[at] ?? (this.chunks[at] = [])
    const position = firstPosition(chunk, (other) => locate(other) >= 0)
    const existing = chunk[position]
    if (existing && locate(existing) === 0) return
    chunk.splice(position, 0, entry)
    this.length += 1
    if (chunk.length > maxChunkLength) this.chunks.splice(at, 1, ...halves(chunk))
  }

  remove(entry: IndexEntry): void {
    const locate: Locate = (other) => this.compare(other, entry)
    const at = this.firstChunk(locate)
    const chunk = this.chunks[at]
    if (!chunk) return
    const position = firstPosition(chunk, (other) => locate(other) >= 0)
    const existing = chunk[position]
    if (!existing || locate(existing) !== 0) return
    chunk.splice(position, 1)
    this.length -= 1
    if (chunk.length === 0) this.chunks.splice(at, 1)
  }

  /** The entries that are located at zero, in order or in reverse. */
  *scan(locate: Locate, isReversed: boolean): Generator<IndexEntry> {
    if (isReversed) yield* this.scanBack(locate)
    else yield* this.scanForward(locate)
  }

  /** How many entries `scan` would yield; takes a step per chunk. */
  count(locate: Locate): number {
    return this.rank((entry) => locate(entry) > 0) - this.rank((entry) => locate(entry) >= 0)
  }

  private *scanForward(locate: Locate): Generator<IndexEntry> {
    for (let at = this.firstChunk(locate); at < this.chunks.length; at++) {
      const chunk = this.chunks[at] ?? []
      const start = firstPosition(chunk, (entry) => locate(entry) >= 0)
      for (let position = start; position < chunk.length; position++) {
        const entry = chunk[position]
        if (!entry || locate(entry) !== 0) return
        yield entry
      }
    }
  }

  private *scanBack(locate: Locate): Generator<IndexEntry> {
    const end = firstPosition(this.chunks, ([first]) => first !== undefined && locate(first) > 0)
    for (let at = end - 1; at >= 0; at--) {
      const chunk = this.chunks[at] ?? []
      const start = firstPosition(chunk, (entry) => locate(entry) > 0) - 1
      for (let position = start; position >= 0; position--) {
        const entry = chunk[position]
        if (!entry || locate(entry) !== 0) return
        yield entry
      }
    }
  }

  /** The first chunk with an entry that is not before the ones that are looked for. */
  private firstChunk(locate: Locate): number {
    return firstPosition(this.chunks, (chunk) => {
      const last = chunk.at(-1)
      return last !== undefined && locate(last) >= 0
    })
  }

  private rank(isAtOrAfter: (entry: IndexEntry) => boolean): number {
    const at = firstPosition(this.chunks, (chunk) => {
      const last = chunk.at(-1)
      return last !== undefined && isAtOrAfter(last)
    })
    let before = 0
    for (const chunk of this.chunks.slice(0, at)) before += chunk.length
    return before + firstPosition(this.chunks[at] ?? [], isAtOrAfter)
  }
}

function halves(chunk: IndexEntry[]): IndexEntry[][] {
  const middle = chunk.length >> 1
  return [chunk.slice(0, middle), chunk.slice(middle)]
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
