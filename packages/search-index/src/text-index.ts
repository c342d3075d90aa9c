import { lowerBound } from './order'
import { createVocabulary, type Postings, type Vocabulary, type WordMatch } from './vocabulary'
import { indexedForms, isDistinctive, searchedForm, wordsOf } from './words'

/** Documents whose texts match, unsorted, each with its score at the same index. */
export interface TextMatches {
  numbers: number[]
  scores: number[]
  /** 0 when every word matches as typed; rises the looser the match; infinite without a match. */
  looseness: number
}

/** Longer than any name or address: further input could not change the result, only the time. */
const LONGEST = {
  text: 200,
  words: 8,
  word: 30,
}
/** Number of cached texts: a text is searched again with other filters and orders, and for further pages. */
const CACHED = 32
/** Two-letter prefixes match almost everything. */
const SHORTEST_PART = 3

// A posting is a document's number, one of 4 fields, and one of 16 degrees of prominence in it.
const NUMBER_SHIFT = 6
const PROMINENCES = 16
const LOW_BITS = (1 << NUMBER_SHIFT) - 1

/** The texts of documents, which are small whole numbers that the caller assigns. */
export function createTextIndex() {
  const vocabulary = createVocabulary()
  const postingsByNumber = new Map<number, [word: string, posting: number][]>()
  const scorer = createScorer()
  const cache = new Map<string, TextMatches>()

  const asTyped = (word: string) => vocabulary.withPrefix(searchedForm(word))
  const withErrors = (word: string) => vocabulary.similarTo(searchedForm(word))

  function* readings(words: string[], distinctive: string[]): Generator<WordMatch[][]> {
    yield words.map(asTyped)
    yield resegment(words, vocabulary).map(asTyped)
    yield distinctive.map(asTyped)
    yield words.map((word) => (vocabulary.hasPrefix(searchedForm(word)) ? asTyped(word) : withErrors(word)))
    yield words.map(withErrors)
    yield distinctive.map(withErrors)
  }

  function findWords(words: string[], weights: readonly number[]): TextMatches {
    const named = words.filter(isDistinctive)
    const distinctive = named.length > 0 ? named : words.slice(0, 1)
    const postingWeights = weightPostings(weights)
    let looseness = 0
    for (const reading of readings(words, distinctive)) {
      // Rarest word first: documents without it need no scores.
      const rarestFirst = reading.toSorted((a, b) => sizeOf(a) - sizeOf(b))
      const all = rarestFirst.map((matches, required) => ({ matches, required }))
      const result = scorer.score(all, postingWeights, all.length)
      if (result.numbers.length > 0) return { ...result, looseness }
      looseness += 1
    }
    // Words that match nearly everything only rank the documents that other words have found.
    const common = words.filter((word) => !distinctive.includes(word))
    const result = scorer.score(
      [
        ...distinctive.map((word) => ({ matches: withErrors(word), required: 0 })),
        ...common.map((word) => ({ matches: asTyped(word), required: 1 })),
      ],
      postingWeights,
      1,
    )
    return { ...result, looseness: result.numbers.length > 0 ? looseness : Infinity }
  }

  return {
    /** Replaces the texts of a document, one for each field; `undefined` removes it. */
    set(number: number, texts: readonly string[] | undefined): void {
      cache.clear()
      scorer.reserve(number)
      for (const [word, posting] of postingsByNumber.get(number) ?? []) vocabulary.remove(word, posting)
      postingsByNumber.delete(number)
      if (!texts) return
      const postings = postingsOf(number, texts)
      for (const [word, posting] of postings) vocabulary.add(word, posting)
      postingsByNumber.set(number, postings)
    },

    /**
     * Finds matching documents: as typed, else split differently, else with typos, else in part.
     * @param weights of the fields; 0 ignores one
     */
    find(typed: string, weights: readonly number[]): TextMatches {
      const words = typedWords(typed)
      const key = [...weights, ...words].join(' ')
      const matches = cache.get(key) ?? findWords(words, weights)
      if (cache.size >= CACHED) cache.clear()
      cache.set(key, matches)
      return matches
    },
  }
}

/** The distinct words of every field, at their first occurrence. */
function postingsOf(number: number, texts: readonly string[]): [word: string, posting: number][] {
  return texts.flatMap((text, field) => {
    const words = wordsOf(text)
    const firstForms = indexedForms(words[0] ?? '')
    return [...new Set(words.flatMap(indexedForms))].map((form): [string, number] => {
      // The first word of a text counts most, and a word of a short text more than one of a long text.
      const prominence =
        (firstForms.includes(form) ? PROMINENCES / 2 : 0) + Math.max(0, PROMINENCES / 2 - words.length)
      return [form, (number << NUMBER_SHIFT) | (field * PROMINENCES + prominence)]
    })
  })
}

/** Weights of occurrences, by the low bits of their postings. */
function weightPostings(weights: readonly number[]): Float64Array {
  return Float64Array.from(
    { length: 1 << NUMBER_SHIFT },
    (_, bits) => (weights[Math.floor(bits / PROMINENCES)] ?? 0) * (1 + (bits % PROMINENCES) / PROMINENCES),
  )
}

function typedWords(typed: string): string[] {
  const words = new Set(wordsOf(typed.slice(0, LONGEST.text)))
  return [...words].slice(0, LONGEST.words).map((word) => word.slice(0, LONGEST.word))
}

/** Joins and splits words as they may have been meant: "college town" for "Collegetown", "mapleterrace" for two words. */
function resegment(words: string[], vocabulary: Vocabulary): string[] {
  const [word, next, ...others] = words
  if (word === undefined) return []
  if (next !== undefined && vocabulary.hasPrefix(word + next))
    return [word + next, ...resegment(others, vocabulary)]
  const rest = resegment(words.slice(1), vocabulary)
  if (vocabulary.hasPrefix(word)) return [word, ...rest]
  for (let length = word.length - 1; length >= SHORTEST_PART; length -= 1) {
    const [first, second] = [word.slice(0, length), word.slice(length)]
    if (vocabulary.has(first) && vocabulary.hasPrefix(second)) return [first, second, ...rest]
  }
  return [word, ...rest]
}

/** A word of a text, which scores only in documents that contain at least `required` of the words before it. */
interface ScoredWord {
  matches: WordMatch[]
  required: number
}

/** Adds up scores in arrays that all searches share: a common word occurs in very many documents. */
function createScorer() {
  let counts = new Uint8Array(0)
  let scores = new Float64Array(0)
  /** Gains of the word that is being added. */
  let gains = new Float64Array(0)

  return {
    reserve(number: number): void {
      if (number < counts.length) return
      counts = new Uint8Array(2 * number + 1)
      scores = new Float64Array(2 * number + 1)
      gains = new Float64Array(2 * number + 1)
    },

    /** The documents with most of the words, if at least `leastWords`; the best occurrence of each word counts. */
    score(words: ScoredWord[], weights: Float64Array, leastWords: number): Omit<TextMatches, 'looseness'> {
      const reached: number[] = []
      let wordCount = 0
      let withWordsBefore: number[] = []
      for (const [index, { matches, required }] of words.entries()) {
        const gaining: number[] = []
        // If all previous words are required, only documents that match them can score.
        const candidates = index > 0 && required === index ? withWordsBefore : undefined
        for (const { postings, closeness } of matches)
          for (const posting of candidates ? postingsIn(postings, candidates) : postings) {
            const number = posting >>> NUMBER_SHIFT
            const gain = at(weights, posting & LOW_BITS) * closeness
            const best = at(gains, number)
            if (gain <= best || at(counts, number) < required) continue
            if (best === 0) gaining.push(number)
            gains[number] = gain
          }
        for (const number of gaining) {
          if (counts[number] === 0) reached.push(number)
          counts[number] = at(counts, number) + 1
          wordCount = Math.max(wordCount, at(counts, number))
          scores[number] = at(scores, number) + at(gains, number)
          gains[number] = 0
        }
        withWordsBefore = gaining
      }
      const numbers = wordCount < leastWords ? [] : reached.filter((number) => counts[number] === wordCount)
      const result = { numbers, scores: numbers.map((number) => at(scores, number)) }
      for (const number of reached) {
        counts[number] = 0
        scores[number] = 0
      }
      return result
    },
  }
}

// Looking up one document takes about as long as scanning this many postings.
const LOOKUP_COST = 20

/** Narrows postings to about these documents, as a town's name occurs in nearly every address. */
function postingsIn(postings: Postings, numbers: readonly number[]): Postings {
  if (numbers.length * LOOKUP_COST > postings.length) return postings
  const narrowed: number[] = []
  for (const number of numbers) {
    let index = lowerBound(postings.length, (middle) => at(postings, middle) < number << NUMBER_SHIFT)
    for (; index < postings.length && at(postings, index) >>> NUMBER_SHIFT === number; index += 1)
      narrowed.push(at(postings, index))
  }
  return narrowed
}

const at = (values: ArrayLike<number>, index: number): number => values[index] ?? 0

const sizeOf = (matches: WordMatch[]): number =>
  matches.reduce((sum, { postings }) => sum + postings.length, 0)
