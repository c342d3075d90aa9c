import { type Matches } from './tally'

export interface Match {
  number: number
  score: number
}

interface BestFirstOptions {
  size: number
  /** The order of equally good ones. */
  compare: (first: number, second: number) => number
  isWanted?: (number: number) => boolean
}

/** The best matches. Not all of them are sorted: nearly all are worse than the worst of those kept so far. */
export function bestFirst({ numbers, scores }: Matches, options: BestFirstOptions): Match[] {
  const { size, compare, isWanted } = options
  const best: Match[] = []
  const comesBefore = (one: Match, other: Match) =>
    one.score === other.score ? compare(one.number, other.number) < 0 : one.score > other.score

  function insert(match: Match): void {
    const position = best.findIndex((other) => comesBefore(match, other))
    best.splice(position < 0 ? best.length : position, 0, match)
    if (best.length > size) best.pop()
  }

  let least = -Infinity
  numbers.forEach((number, index) => {
    const score = scores[index] ?? 0
    if (score < least || (isWanted && !isWanted(number))) return
    insert({ number, score })
    if (best.length === size) least = best[size - 1]?.score ?? least
  })
  return best
}
