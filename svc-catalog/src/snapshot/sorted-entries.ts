import { type ListingFilter } from '../catalog'
import { type Bitmaps, createBitmaps, MOST_ENTRIES, pickFitting } from './bitmaps'
import { countWhile } from './count-while'
import { type Entry } from './entry'

/** Negative when the first comes before the second; never 0 for two different ones. */
export type CompareEntries = (first: Entry, second: Entry) => number

export interface SortedEntries {
  add(entry: Entry): void
  remove(entry: Entry): void
  /** The first `size` that pass the filter and the test. */
  first(size: number, filter?: ListingFilter, test?: (entry: Entry) => boolean): Entry[]
}

interface Block {
  entries: Entry[]
  /** Made when a filter looks at the block for the first time since it changed. */
  bitmaps: Bitmaps | undefined
}

const FIRST_ENTRIES = MOST_ENTRIES / 2

/**
 * Entries in one order, cut into blocks: a change moves and forgets one block's worth, and a filter that hardly
 * anything passes is done with a block after a few words of bits.
 */
export function createSortedEntries(sorted: readonly Entry[], compare: CompareEntries): SortedEntries {
  const blocks: Block[] = []
  for (let from = 0; from < sorted.length; from += FIRST_ENTRIES)
    blocks.push({ entries: sorted.slice(from, from + FIRST_ENTRIES), bitmaps: undefined })

  /** Where the entry stands or would stand. */
  function placeOf(entry: Entry) {
    const isBefore = (other: Entry | undefined) => other !== undefined && compare(other, entry) < 0
    const index = countWhile(blocks.length - 1, (at) => isBefore(blocks[at]?.entries.at(-1)))
    const block = blocks[index] ?? { entries: [], bitmaps: undefined }
    if (blocks.length === 0) blocks.push(block)
    return { index, block, position: countWhile(block.entries.length, (at) => isBefore(block.entries[at])) }
  }

  return {
    add(entry) {
      const { index, block, position } = placeOf(entry)
      block.entries.splice(position, 0, entry)
      block.bitmaps = undefined
      if (block.entries.length > MOST_ENTRIES)
        blocks.splice(index + 1, 0, { entries: block.entries.splice(FIRST_ENTRIES), bitmaps: undefined })
    },

    remove(entry) {
      const { index, block, position } = placeOf(entry)
      if (block.entries[position] !== entry) return
      block.entries.splice(position, 1)
      block.bitmaps = undefined
      if (block.entries.length === 0) blocks.splice(index, 1)
    },

    first(size, filter, test) {
      const found: Entry[] = []
      for (const block of blocks) {
        for (const entry of filter ? entriesThatFit(block, filter) : block.entries) {
          if (found.length === size) return found
          if (!test || test(entry)) found.push(entry)
        }
      }
      return found
    },
  }
}

function entriesThatFit(block: Block, filter: ListingFilter): Entry[] {
  block.bitmaps ??= createBitmaps(block.entries)
  return pickFitting(block.entries, block.bitmaps, filter)
}
