import { type ListingFilter } from '../catalog'
import { type Bitmaps, createBitmaps, isFilteredAlike, MOST_ENTRIES, pickFitting } from './bitmaps'
import { countWhile } from './count-while'
import { type Entry } from './entry'

/** Negative when the first comes before the second, 0 only for two entries of one apartment. */
export type CompareEntries = (first: Entry, second: Entry) => number

export interface SortedEntries {
  /** Puts one entry in the place of another; undefined where there is none before or after. */
  replace(before: Entry | undefined, after: Entry | undefined): void
  prepare(): void
  /** The first `size` that pass the filter and whose numbers are marked with 1. */
  first(size: number, filter?: ListingFilter, marks?: Uint8Array): Entry[]
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
    blocks.push(createBlock(sorted.slice(from, from + FIRST_ENTRIES)))

  return {
    replace(before, after) {
      // Where it stays in its place, as with a new rating in the order of prices, nothing moves.
      if (before && after && compare(before, after) === 0)
        return swap(placeOf(blocks, before, compare), after)
      if (before) remove(blocks, placeOf(blocks, before, compare), before)
      if (after) add(blocks, placeOf(blocks, after, compare), after)
    },

    prepare() {
      for (const block of blocks) bitmapsOf(block)
    },

    first(size, filter, marks) {
      const found: Entry[] = []
      const isLimited = filter !== undefined || marks !== undefined
      for (const block of blocks)
        for (const entry of isLimited
          ? pickFitting(block.entries, bitmapsOf(block), { filter, marks })
          : block.entries) {
          if (found.length === size) return found
          found.push(entry)
        }
      return found
    },
  }
}

const createBlock = (entries: Entry[]): Block => ({ entries, bitmaps: undefined })

const bitmapsOf = (block: Block): Bitmaps => (block.bitmaps ??= createBitmaps(block.entries))

interface Place {
  block: Block
  /** The block's among all blocks. */
  index: number
  /** The entry's in the block. */
  position: number
}

/** Where the entry stands or would stand. */
function placeOf(blocks: Block[], entry: Entry, compare: CompareEntries): Place {
  const isBefore = (other: Entry | undefined) => other !== undefined && compare(other, entry) < 0
  const index = countWhile(blocks.length - 1, (at) => isBefore(blocks[at]?.entries.at(-1)))
  const block = blocks[index] ?? createBlock([])
  return { block, index, position: countWhile(block.entries.length, (at) => isBefore(block.entries[at])) }
}

function swap({ block, position }: Place, after: Entry): void {
  const before = block.entries[position]
  block.entries[position] = after
  if (!before || !isFilteredAlike(before, after)) block.bitmaps = undefined
}

function remove(blocks: Block[], { block, index, position }: Place, entry: Entry): void {
  if (block.entries[position] !== entry) return
  block.entries.splice(position, 1)
  block.bitmaps = undefined
  if (block.entries.length === 0) blocks.splice(index, 1)
}

function add(blocks: Block[], { block, index, position }: Place, entry: Entry): void {
  if (blocks.length === 0) blocks.push(block)
  block.entries.splice(position, 0, entry)
  block.bitmaps = undefined
  if (block.entries.length > MOST_ENTRIES)
    blocks.splice(index + 1, 0, createBlock(block.entries.splice(FIRST_ENTRIES)))
}
