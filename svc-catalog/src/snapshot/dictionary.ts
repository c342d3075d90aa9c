import SearchableMap from 'minisearch/SearchableMap'
import { countWhile } from './count-while'

/** Where a word stands: numbers in ascending order. */
export type Postings = readonly number[]

/** Where a word stands that was found, and how close it is to the sought one: 1 is the same. */
export type Hit = readonly [postings: Postings, closeness: number]

export interface Dictionary {
  add(word: string, posting: number): void
  remove(word: string, posting: number): void
  has(word: string): boolean
  /** Whether some word begins so. */
  begins(start: string): boolean
  beginningWith(start: string): Hit[]
  /** Also what begins so but for typing errors. */
  like(start: string): Hit[]
}

// By the number of errors.
const CLOSENESS = [1, 0.6, 0.4]
// Shorter beginnings of words are alike too often to mean anything.
const SHORTEST_BEGINNING = 4

/** All words there are in a radix tree. A second one holds their beginnings, to forgive errors in unfinished words. */
export function createDictionary(): Dictionary {
  const words = new SearchableMap<number[]>()
  /** How many words begin so. */
  const beginnings = new SearchableMap<number>()

  function beginningWith(start: string): Hit[] {
    return Array.from(words.atPrefix(start), ([word, postings]) => [postings, closeness(start, word, 0)])
  }

  function countBeginnings(word: string, change: 1 | -1): void {
    for (const start of beginningsOf(word)) {
      const count = (beginnings.get(start) ?? 0) + change
      if (count > 0) beginnings.set(start, count)
      else beginnings.delete(start)
    }
  }

  /** Words with typing errors, each with the least number of them that was looked for. */
  function similarTo(start: string, typos: number): Map<string, number> {
    const similar = new Map<string, number>(typos > 1 ? errorsOf(words.fuzzyGet(start, typos)) : [])
    const misspelt = [...beginnings.fuzzyGet(start, 1).keys(), ...withSwappedLetters(start)]
    for (const beginning of misspelt)
      for (const word of words.atPrefix(beginning).keys()) similar.set(word, 1)
    return similar
  }

  return {
    has: (word) => words.has(word),
    begins: (start) => !words.atPrefix(start).keys().next().done,
    beginningWith,

    add(word, posting) {
      const postings = words.get(word)
      if (postings) return void postings.splice(positionOf(posting, postings), 0, posting)
      words.set(word, [posting])
      countBeginnings(word, 1)
    },

    remove(word, posting) {
      const postings = words.get(word)
      const position = postings ? positionOf(posting, postings) : 0
      if (postings?.[position] !== posting) return
      postings.splice(position, 1)
      if (postings.length > 0) return
      words.delete(word)
      countBeginnings(word, -1)
    },

    like(start) {
      const hits = beginningWith(start)
      const typos = allowedTypos(start)
      if (typos === 0) return hits
      for (const [word, errors] of similarTo(start, typos))
        hits.push([words.get(word) ?? [], closeness(start, word, errors)])
      return hits
    },
  }
}

/** One wrong letter in a short word, two in a long one; house numbers must be right. */
function allowedTypos(word: string): number {
  if (word.length < SHORTEST_BEGINNING || /\d/.test(word)) return 0
  return word.length < 6 ? 1 : 2
}

const closeness = (start: string, word: string, errors: number): number =>
  (CLOSENESS[errors] ?? 0) * (0.5 + Math.min(1, start.length / word.length) / 2)

const errorsOf = (found: ReturnType<SearchableMap<number[]>['fuzzyGet']>) =>
  Array.from(found, ([word, [, errors]]) => [word, errors] as const)

function beginningsOf(word: string): string[] {
  if (/\d/.test(word)) return []
  const count = Math.max(0, word.length - SHORTEST_BEGINNING + 1)
  return Array.from({ length: count }, (_, index) => word.slice(0, SHORTEST_BEGINNING + index))
}

function withSwappedLetters(word: string): string[] {
  return Array.from(
    { length: word.length - 1 },
    (_, at) => word.slice(0, at) + word.charAt(at + 1) + word.charAt(at) + word.slice(at + 2),
  )
}

/** Index of the first of the sorted numbers that is not below this one. */
function positionOf(number: number, sorted: Postings): number {
  // What is new has the highest number.
  if ((sorted.at(-1) ?? -1) < number) return sorted.length
  return countWhile(sorted.length, (at) => (sorted[at] ?? 0) < number)
}
