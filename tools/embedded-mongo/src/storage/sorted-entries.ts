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

/** The entries of an index in its order. */
export class SortedEntries {
  private readonly entries: IndexEntry[] = []

  constructor(private readonly compare: (left: IndexEntry, right: IndexEntry) => number) {}

  add(entry: IndexEntry): void {
    const { position, isThere } = this.find(entry)
    if (!isThere) this.entries.splice(position, 0, entry)
  }

  remove(entry: IndexEntry): void {
    const { position, isThere } = this.find(entry)
    if (isThere) this.entries.splice(position, 1)
  }

  private find(entry: IndexEntry) {
    const position = this.firstPosition((candidate) => this.compare(candidate, entry) >= 0)
    const existing = this.entries[position]
    return { position, isThere: existing !== undefined && this.compare(existing, entry) === 0 }
  }

  /** The entries that are located at zero, in order or in reverse. */
  *scan(locate: Locate, isReversed = false): Generator<IndexEntry> {
    const step = isReversed ? -1 : 1
    let position = isReversed
      ? this.firstPosition((entry) => locate(entry) > 0) - 1
      : this.firstPosition((entry) => locate(entry) >= 0)
    for (let entry = this.entries[position]; entry && locate(entry) === 0; entry = this.entries[position]) {
      yield entry
      position += step
    }
  }

  /** The position of the first entry that passes, where all after it pass, too; their number when none does. */
  private firstPosition(passes: (entry: IndexEntry) => boolean): number {
    let low = 0
    let high = this.entries.length
    while (low < high) {
      const middle = (low + high) >> 1
      const entry = this.entries[middle]
      if (entry && passes(entry)) high = middle
      else low = middle + 1
    }
    return low
  }
}
