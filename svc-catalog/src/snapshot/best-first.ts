import { countWhile } from './count-while'
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
  const comesBefore = (one: Match, other: Match | undefined) =>
    other === undefined ||
    one.score > other.score ||
    (one.score === other.score && compare(one.number, other.number) < 0)

  let worst: Match | undefined
  numbers.forEach((number, index) => {
    const match = { number, score: scores[index] ?? 0 }
    if ((worst && !comesBefore(match, worst)) || (isWanted && !isWanted(number))) return
    const position = countWhile(best.length, (at) => !comesBefore(match, best[at]))
    best.splice(position, 0, match)
    if (best.length > size) best.pop()
    if (best.length === size) worst = best[size - 1]
  })
  return best
}
