import SearchableMap from 'minisearch/SearchableMap'
import { lowerBound } from './order'

/** Occurrences of one word, packed, in ascending order. */
export type Postings = readonly number[]

/** An indexed word that matches a typed word, with its closeness: 1 for the same word. */
export interface WordMatch {
  postings: Postings
  closeness: number
}

// By the number of typos.
const CLOSENESS = [1, 0.6, 0.4]
// Shorter prefixes resemble each other too often to mean anything.
const SHORTEST_PREFIX = 4

export type Vocabulary = ReturnType<typeof createVocabulary>

/** Words with their postings in a radix tree; a second tree holds their prefixes, to forgive errors in unfinished words. */
export function createVocabulary() {
  const words = new SearchableMap<number[]>()
  /** Includes prefixes of removed words, which match nothing. */
  const prefixes = new SearchableMap<true>()

  function matchesOf(prefix: string, typed: string, errors: number): WordMatch[] {
    return Array.from(words.atPrefix(prefix), ([word, postings]) => ({
      postings,
      closeness: closenessOf(typed, word, errors),
    }))
  }

  return {
    add(word: string, posting: number): void {
      const postings = words.get(word) ?? []
      postings.splice(indexIn(postings, posting), 0, posting)
      if (postings.length > 1) return
      words.set(word, postings)
      if (hasDigits(word)) return
      for (let length = SHORTEST_PREFIX; length <= word.length; length += 1)
        prefixes.set(word.slice(0, length), true)
    },

    remove(word: string, posting: number): void {
      const postings = words.get(word) ?? []
      postings.splice(indexIn(postings, posting), 1)
      if (postings.length === 0) words.delete(word)
    },

    has: (word: string): boolean => words.has(word),
    hasPrefix: (prefix: string): boolean => !words.atPrefix(prefix).keys().next().done,
    withPrefix: (prefix: string): WordMatch[] => matchesOf(prefix, prefix, 0),

    /** The words that begin with the prefix, allowing one wrong letter, or two in a long word. */
    similarTo(typed: string): WordMatch[] {
      const matches = matchesOf(typed, typed, 0)
      // House numbers must match exactly.
      if (typed.length < SHORTEST_PREFIX || hasDigits(typed)) return matches
      for (const prefix of [...prefixes.fuzzyGet(typed, 1).keys(), ...withSwappedLetters(typed)])
        matches.push(...matchesOf(prefix, typed, 1))
      if (typed.length < 6) return matches
      for (const [word, [postings, errors]] of words.fuzzyGet(typed, 2))
        matches.push({ postings, closeness: closenessOf(typed, word, errors) })
      return matches
    },
  }
}

const hasDigits = (word: string): boolean => /\d/.test(word)

function closenessOf(typed: string, word: string, errors: number): number {
  const closeness = (CLOSENESS[errors] ?? 0) * (0.5 + Math.min(1, typed.length / word.length) / 2)
  // The beginning of a house number is another house.
  return typed !== word && hasDigits(typed) ? closeness / 8 : closeness
}

const withSwappedLetters = (word: string): string[] =>
  Array.from(
    { length: word.length - 1 },
    (_, at) => word.slice(0, at) + word.charAt(at + 1) + word.charAt(at) + word.slice(at + 2),
  )

const indexIn = (postings: Postings, posting: number): number =>
  lowerBound(postings.length, (at) => (postings[at] ?? 0) < posting)
