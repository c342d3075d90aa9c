import { countWhile } from './count-while'
import { type Hit, type Postings } from './dictionary'

/** What was found and how well it matches, side by side, in no order. */
export interface Matches {
  numbers: number[]
  scores: Float64Array
}

export interface Tally {
  /** Those at which every word stands. */
  withAll(words: Hit[][], weights: Float64Array): Matches
  /** Those at which as many of the words stand as anywhere, at least one; more words only tell these apart. */
  withMost(words: Hit[][], moreWords: Hit[][], weights: Float64Array): Matches
}

const NUMBER_SHIFT = 6
export const PLACES = 16
const PLACE_MASK = (1 << NUMBER_SHIFT) - 1

/** All there is to know of a word at one place in one number: whose text, which of 4 fields, and what the place is worth. */
export const packPosting = (number: number, field: number, place: number): number =>
  (number << NUMBER_SHIFT) | (field * PLACES + place)

const numberIn = (posting: number) => posting >>> NUMBER_SHIFT

/** Weights by field and place; a field without weight is not looked at. */
export function createWeights(fieldWeights: number[]): Float64Array {
  return Float64Array.from(
    { length: 1 << NUMBER_SHIFT },
    (_, index) => (fieldWeights[Math.floor(index / PLACES)] ?? 0) * (1 + (index % PLACES) / PLACES),
  )
}

/** What is counted, by number. All zero between two searches. */
interface Sheet {
  counts: Uint8Array
  scores: Float64Array
  /** Of the word that is being counted. */
  gains: Float64Array
}

/** Counts words and adds up scores in arrays that are used again and again: a common word stands at very many numbers. */
export function createTally(): Tally {
  let sheet = createSheet(0)

  function reserve(words: Hit[][]): void {
    const lasts = words.flat().map(([postings]) => numberIn(postings.at(-1) ?? 0))
    const length = lasts.reduce((most, number) => Math.max(most, number + 1), 0)
    if (length > sheet.counts.length) sheet = createSheet(2 * length)
  }

  return {
    withAll(words, weights) {
      reserve(words)
      // The rarest first: where it does not stand nothing else is counted.
      const [rarest = [], ...others] = words.toSorted((first, second) => sizeOf(first) - sizeOf(second))
      const reached = addWord(sheet, rarest, { weights, leastCount: 0 })
      let candidates = reached
      others.forEach((word, index) => {
        candidates = addWord(sheet, word, { weights, leastCount: index + 1, candidates })
      })
      return take(sheet, reached, words.length)
    },

    withMost(words, moreWords, weights) {
      reserve([...words, ...moreWords])
      const reached = new Set(words.flatMap((word) => addWord(sheet, word, { weights, leastCount: 0 })))
      for (const word of moreWords) addWord(sheet, word, { weights, leastCount: 1 })
      const most = [...reached].reduce((highest, number) => Math.max(highest, at(sheet.counts, number)), 0)
      return take(sheet, [...reached], most)
    },
  }
}

interface Counting {
  weights: Float64Array
  /** Only where at least so many words stand already. */
  leastCount: number
  /** Where these are, when that is known. */
  candidates?: number[]
}

/** Adds what the best place of a word is worth; answers the numbers where it stands. */
function addWord(sheet: Sheet, hits: Hit[], counting: Counting): number[] {
  const { counts, scores, gains } = sheet
  const reached: number[] = []
  for (const [postings, closeness] of hits)
    for (const posting of relevantPostings(postings, counting.candidates)) {
      const number = numberIn(posting)
      const gain = at(counting.weights, posting & PLACE_MASK) * closeness
      const known = at(gains, number)
      if (gain <= known || at(counts, number) < counting.leastCount) continue
      if (known === 0) reached.push(number)
      gains[number] = gain
    }
  for (const number of reached) {
    scores[number] = at(scores, number) + at(gains, number)
    counts[number] = at(counts, number) + 1
    gains[number] = 0
  }
  return reached
}

// Looking one candidate up costs about as much as passing over so many postings.
const LOOKUP_COST = 20

function relevantPostings(postings: Postings, candidates?: number[]): Postings {
  if (!candidates || candidates.length * LOOKUP_COST > postings.length) return postings
  return candidates.flatMap((number) => {
    const from = countWhile(postings.length, (index) => at(postings, index) < packPosting(number, 0, 0))
    const found: number[] = []
    for (let index = from; numberIn(at(postings, index)) === number && index < postings.length; index += 1)
      found.push(at(postings, index))
    return found
  })
}

/** Takes from the sheet what stands there often enough, and wipes it. */
function take({ counts, scores }: Sheet, reached: number[], leastCount: number): Matches {
  const numbers = reached.filter((number) => at(counts, number) >= leastCount)
  // Float64Array.from would ask an iterator for each.
  const taken = new Float64Array(numbers.length)
  numbers.forEach((number, index) => (taken[index] = at(scores, number)))
  for (const number of reached) counts[number] = scores[number] = 0
  return { numbers, scores: taken }
}

const createSheet = (length: number): Sheet => ({
  counts: new Uint8Array(length),
  scores: new Float64Array(length),
  gains: new Float64Array(length),
})

const at = (numbers: ArrayLike<number>, index: number): number => numbers[index] ?? 0
const sizeOf = (hits: Hit[]): number => hits.reduce((sum, [postings]) => sum + postings.length, 0)
