import { LRUCache } from 'lru-cache'
import {
  COMMUTE_COLUMNS,
  type CommuteColumn,
  type CommuteTimes,
  type MinutesFrom,
  type Ways,
} from '../catalog/catalog'
import { type Coordinates } from '../catalog/entities'

/**
 * Assigns the columns of the search index to the destinations that searches name. There are more places than columns: a new
 * destination takes the least recently used column.
 */
export function createCommuteColumns(
  times: Pick<CommuteTimes, 'to'>,
  fill: (column: CommuteColumn, minutesFrom: MinutesFrom) => void,
) {
  const used = new LRUCache<string, { column: CommuteColumn; minutesFrom: MinutesFrom }>({
    max: COMMUTE_COLUMNS.length,
  })
  const free: CommuteColumn[] = [...COMMUTE_COLUMNS]

  function acquire(to: Ways): { column: CommuteColumn; minutesFrom: MinutesFrom } | undefined {
    const key = keyOf(to)
    const entry = used.get(key)
    if (entry) return entry
    const minutesFrom = times.to(to.destination, to.mode)
    if (!minutesFrom) return undefined
    const column = free.pop() ?? used.pop()?.column
    if (!column) return undefined
    const taken = { column, minutesFrom }
    fill(column, minutesFrom)
    used.set(key, taken)
    return taken
  }

  return {
    /** The column with the minutes to a destination, filled on its first use; undefined if the mode is not offered. */
    columnTo: (to: Ways): CommuteColumn | undefined => acquire(to)?.column,
    minutesTo: (to: Ways): MinutesFrom | undefined =>
      used.peek(keyOf(to))?.minutesFrom ?? times.to(to.destination, to.mode),

    /** Values of all columns for an apartment there; null for unused columns. */
    numbersFrom(from: Coordinates | undefined) {
      const numbers = Object.fromEntries(COMMUTE_COLUMNS.map((column) => [column, null])) as Record<
        CommuteColumn,
        number | null
      >
      if (from)
        for (const { column, minutesFrom } of used.values())
          numbers[column] = minutesFrom(from)?.minutes ?? null
      return numbers
    },

    /** The times to a destination have changed: its column is filled again on its next use. */
    release(to: Ways): void {
      const entry = used.peek(keyOf(to))
      if (!entry) return
      used.delete(keyOf(to))
      free.push(entry.column)
    },
  }
}

const keyOf = ({ destination: { latitude, longitude }, mode }: Ways): string =>
  `${mode} ${latitude} ${longitude}`
