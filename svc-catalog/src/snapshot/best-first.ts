import { type Match } from './tally'

/**
 * The best matches, equally good ones as `compare` says. Not all of them are sorted: nearly all are worse than the
 * worst of those kept so far.
 */
export function bestFirst(
  matches: readonly Match[],
  size: number,
  compare: (first: number, second: number) => number,
): Match[] {
  const best: Match[] = []
  const comesBefore = (one: Match, other: Match) =>
    one.score === other.score ? compare(one.number, other.number) < 0 : one.score > other.score

  let worst: Match | undefined
  for (const match of matches) {
    if (worst && !comesBefore(match, worst)) continue
    const position = best.findIndex((other) => comesBefore(match, other))
    best.splice(position < 0 ? best.length : position, 0, match)
    if (best.length > size) best.pop()
    if (best.length === size) worst = best.at(-1)
  }
  return best
}
