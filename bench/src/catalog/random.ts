export interface Random {
  /** From 0 up to, but not including, the limit. */
  integer(limit: number): number
  pick<T>(list: readonly T[]): T
}

/** A seeded generator (mulberry32), so that every run measures the same data. */
export function createRandom(seed: number): Random {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const integer = (limit: number) => Math.floor(next() * limit)
  return {
    integer,
    pick(list) {
      const one = list[integer(list.length)]
      if (one === undefined) throw new RangeError('nothing to pick from')
      return one
    },
  }
}
