/** Random choices that come out the same for the same seed. */
export interface Random {
  /** 0 up to but without 1. */
  next(): number
  /** A whole number from `low` to `high`, both included. */
  between(low: number, high: number): number
  pick<T>(options: readonly T[]): T
  chance(probability: number): boolean
  /** Around 0, mostly within -1 and 1. */
  bell(): number
}

/** mulberry32 (Tommy Ettinger, public domain): small, fast, good enough for pictures and texts. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    next,
    between: (low, high) => low + Math.floor(next() * (high - low + 1)),
    pick: (options) => {
      const chosen = options[Math.floor(next() * options.length)]
      if (chosen === undefined) throw new RangeError('nothing to pick from')
      return chosen
    },
    chance: (probability) => next() < probability,
    bell: () => next() + next() + next() - 1.5,
  }
}
