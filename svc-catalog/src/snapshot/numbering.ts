import { compareKeys, naturalKey } from '../compare-ids'

/** Gives ids small whole numbers, so that arrays can stand where maps would. An id keeps its number for good. */
export interface Numbering {
  numberOf(id: string): number
  /** Empty for a number that was not given out. */
  idOf(number: number): string
  /** Compares the ids of two numbers. */
  compare(first: number, second: number): number
}

export function createNumbering(): Numbering {
  const ids: string[] = []
  const keys: string[] = []
  const numbers = new Map<string, number>()
  return {
    numberOf(id) {
      const known = numbers.get(id)
      if (known !== undefined) return known
      numbers.set(id, ids.length)
      keys.push(naturalKey(id))
      return ids.push(id) - 1
    },
    idOf: (number) => ids[number] ?? '',
    compare: (first, second) => compareKeys(keys[first] ?? '', keys[second] ?? ''),
  }
}
