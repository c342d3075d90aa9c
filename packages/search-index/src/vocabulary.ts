import SearchableMap from 'minisearch/SearchableMap'
import { lowerBound } from './binary-search'

/** Where one word occurs: packed occurrences in ascending order. */
export type Postings = readonly number[]

/** An indexed word that matches a typed one, and how closely: 1 is the same word. */
export interface WordMatch {
  postings: Postings
  closeness: number
}

/** All indexed words with their postings. */
export interface Vocabulary {
  add(word: string, posting: number): void
  remove(word: string, posting: number): void
  has(word: string): boolean
  hasPrefix(prefix: string): boolean
  /** The words that begin with the prefix. */
  withPrefix(prefix: string): WordMatch[]
  /** The words that begin with the prefix, or would but for typing errors. */
  similarTo(prefix: string): WordMatch[]
}

// By the number of typing errors.
const CLOSENESS = [1, 0.6, 0.4]
// Shorter prefixes resemble each other too often to mean anything.
const SHORTEST_PREFIX = 4

/** Words in a radix tree; a second tree holds their prefixes, to forgive errors in unfinished words. */
export function createVocabulary(): Vocabulary {
  const words = new SearchableMap<number[]>()
  /** How many words begin with each prefix. */
  const prefixes = new SearchableMap<number>()

  function countPrefixes(word: string, change: 1 | -1): void {
    if (/\d/.test(word)) return
    for (let length = SHORTEST_PREFIX; length <= word.length; length += 1) {
      const prefix = word.slice(0, length)
      const count = (prefixes.get(prefix) ?? 0) + change
      if (count > 0) prefixes.set(prefix, count)
      else prefixes.delete(prefix)
    }
  }

  function matchesOf(prefix: string, typed: string, errors: number): WordMatch[] {
    return Array.from(words.atPrefix(prefix), ([word, postings]) => ({
      postings,
      closeness: closenessOf(typed, word, errors),
    }))
  }

  return {
    has: (word) => words.has(word),
    hasPrefix: (prefix) => !words.atPrefix(prefix).keys().next().done,
    withPrefix: (prefix) => matchesOf(prefix, prefix, 0),

    add(word, posting) {
      const postings = words.get(word)
      if (postings) {
        postings.splice(indexIn(postings, posting), 0, posting)
        return
      }
      words.set(word, [posting])
      countPrefixes(word, 1)
    },

    remove(word, posting) {
      const postings = words.get(word)
      if (!postings) return
      const index = indexIn(postings, posting)
      if (postings[index] === posting) postings.splice(index, 1)
      if (postings.length > 0) return
      words.delete(word)
      countPrefixes(word, -1)
    },

    similarTo(typed) {
      const matches = matchesOf(typed, typed, 0)
      const typos = allowedTypos(typed)
      if (typos === 0) return matches
      for (const prefix of [...prefixes.fuzzyGet(typed, 1).keys(), ...withSwappedLetters(typed)])
        matches.push(...matchesOf(prefix, typed, 1))
      if (typos > 1)
        for (const [word, [postings, errors]] of words.fuzzyGet(typed, typos))
          matches.push({ postings, closeness: closenessOf(typed, word, errors) })
      return matches
    },
  }
}

/** One wrong letter in a short word, two in a long one; house numbers must be right. */
function allowedTypos(word: string): number {
  if (word.length < SHORTEST_PREFIX || /\d/.test(word)) return 0
  return word.length < 6 ? 1 : 2
}

const closenessOf = (typed: string, word: string, errors: number): number =>
  (CLOSENESS[errors] ?? 0) * (0.5 + Math.min(1, typed.length / word.length) / 2)

function withSwappedLetters(word: string): string[] {
  return Array.from(
    { length: word.length - 1 },
    (_, at) => word.slice(0, at) + word.charAt(at + 1) + word.charAt(at) + word.slice(at + 2),
  )
}

function indexIn(postings: Postings, posting: number): number {
  // A new document has the highest number.
  if ((postings.at(-1) ?? -1) < posting) return postings.length
  return lowerBound(postings.length, (at) => (postings[at] ?? 0) < posting)
}
