/** Random choices that are the same for the same seed. */
export interface Random {
  /** From 0 up to, but not including, 1. */
  next(): number
  chance(probability: number): boolean
  /** An integer from 0 up to, but not including, the limit. */
  below(limit: number): number
  /** An integer; both ends are included. */
  between(least: number, most: number): number
  /** @throws RangeError when the list is empty */
  pick<T>(list: readonly T[]): T
}

/** A seeded generator (mulberry32), so that every run does the same. */
export function createRandom(seed: number): Random {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return {
    next,
    chance: (probability) => next() < probability,
    below,
    between: (least, most) => least + below(most - least + 1),
    pick(list) {
      const chosen = list[below(list.length)]
      if (chosen === undefined) throw new RangeError('nothing to pick from')
      return chosen
    },
  }
}
