/** Whole numbers below a limit that look random and are the same in every run (the minimal standard generator). */
export function createRandom(seed: number): Random {
  let state = seed
  return (limit) => Math.floor(((state = (state * 48271) % 2147483647) / 2147483647) * limit)
}
export type Random = (limit: number) => number

export function pick<T>(random: Random, list: readonly T[]): T {
  return list[random(list.length)] as T
}
