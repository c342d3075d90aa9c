import { type ListingFilter, MEASURES } from '../catalog'
import { countWhile } from './count-while'
import { type Entry } from './entry'

export interface RareValues {
  /** Puts one entry in the place of another; undefined where there is none before or after. */
  replace(before: Entry | undefined, after: Entry | undefined): void
  /** All entries that meet one of the filter's conditions, if there is one that hardly any of them meets. */
  candidates(filter: ListingFilter): Entry[] | undefined
}

// So few are tested one by one in less time than it takes to look at every block of an order.
const FEW = 150

const KEYS = ['area', ...MEASURES] as const
type Value = string | number

const valueOf = ({ listing, measures }: Entry, key: (typeof KEYS)[number]): Value | null =>
  key === 'area' ? listing.buildingData.area : measures[key]

/** Entries by area and by each measure, for filters one condition of which already leaves next to nothing. */
export function createRareValues(): RareValues {
  const groups = {
    area: createGroups(),
    leastRent: createGroups(),
    mostRent: createGroups(),
    numBeds: createGroups(),
    numBaths: createGroups(),
  }

  return {
    replace(before, after) {
      for (const key of KEYS) {
        if (before) groups[key].remove(valueOf(before, key), before)
        if (after) groups[key].add(valueOf(after, key), after)
      }
    },

    candidates({ areas, ranges }) {
      const inAreas = areas.length > 0 ? groups.area.few(new Set(areas)) : undefined
      if (inAreas) return inAreas
      for (const { of, least, most } of ranges) {
        const inRange = groups[of].few(groups[of].between(least, most))
        if (inRange) return inRange
      }
      return undefined
    },
  }
}

function createGroups() {
  const groups = new Map<Value, Set<Entry>>()
  /** Ascending. */
  const values: Value[] = []
  const positionOf = (value: Value) => countWhile(values.length, (at) => (values[at] ?? value) < value)

  return {
    add(value: Value | null, entry: Entry): void {
      if (value === null) return
      const group = groups.get(value)
      if (group) return void group.add(entry)
      groups.set(value, new Set([entry]))
      values.splice(positionOf(value), 0, value)
    },

    remove(value: Value | null, entry: Entry): void {
      const group = value === null ? undefined : groups.get(value)
      group?.delete(entry)
      if (value === null || group?.size !== 0) return
      groups.delete(value)
      values.splice(positionOf(value), 1)
    },

    *between(least: Value, most: Value): Generator<Value> {
      for (let at = positionOf(least); at < values.length; at += 1) {
        const value = values[at]
        if (value === undefined || value > most) return
        yield value
      }
    },

    /** The entries with any of these values, unless there are many. */
    few(wanted: Iterable<Value>): Entry[] | undefined {
      const entries: Entry[] = []
      for (const value of wanted) {
        const group = groups.get(value) ?? new Set()
        if (entries.length + group.size > FEW) return undefined
        entries.push(...group)
      }
      return entries
    },
  }
}
