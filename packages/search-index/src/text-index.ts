import { lowerBound } from './binary-search'
import { createVocabulary, type Postings, type Vocabulary, type WordMatch } from './vocabulary'
import { indexedForm, isDistinctive, searchedForm, wordsOf } from './words'

/** Documents whose texts match, in no order, each with its score at the same index. */
export interface TextMatches {
  numbers: number[]
  scores: number[]
  /** 0 when every word matches as typed, more the more had to be ignored, infinite without a match. */
  looseness: number
}

/** Texts of documents, which are small whole numbers that the caller assigns. */
export interface TextIndex {
  /** Replaces the texts of a document, one for each field; `undefined` removes it. */
  set(number: number, texts: readonly string[] | undefined): void
  /**
   * Finds the documents that match: as typed, else split differently, else with typing errors, else in part.
   * @param weights of the fields; 0 ignores one
   */
  find(typed: string, weights: readonly number[]): TextMatches
}

/** Longer than any name or address; what follows cannot change what is found, only how long it takes. */
const LONGEST = {
  text: 200,
  words: 8,
  word: 30,
}
/** The same text is searched again with other filters, in other orders and for further pages. */
const CACHED = 32
/** Of two letters every word begins with some other. */
const SHORTEST_PART = 3

// A posting is a document's number, one of 4 fields, and one of 16 degrees of prominence in it.
const NUMBER_SHIFT = 6
const PROMINENCES = 16
const LOW_BITS = (1 << NUMBER_SHIFT) - 1

export function createTextIndex(): TextIndex {
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
      const matches = scorer.scoreAll(reading, postingWeights)
      if (matches.numbers.length > 0) return { ...matches, looseness }
      looseness += 1
    }
    const others = words.filter((word) => !distinctive.includes(word))
    const matches = scorer.scoreMost(distinctive.map(withErrors), others.map(asTyped), postingWeights)
    return { ...matches, looseness: matches.numbers.length > 0 ? looseness : Infinity }
  }

  return {
    set(number, texts) {
      cache.clear()
      for (const [word, posting] of postingsByNumber.get(number) ?? []) vocabulary.remove(word, posting)
      postingsByNumber.delete(number)
      if (!texts) return
      const postings = postingsOf(number, texts)
      for (const [word, posting] of postings) vocabulary.add(word, posting)
      postingsByNumber.set(number, postings)
    },

    find(typed, weights) {
      const words = typedWords(typed)
      const key = [...weights, ...words].join(' ')
      const matches = cache.get(key) ?? findWords(words, weights)
      if (cache.size >= CACHED) cache.clear()
      cache.set(key, matches)
      return matches
    },
  }
}

/** Every word of every field once, at its first occurrence. */
function postingsOf(number: number, texts: readonly string[]): [word: string, posting: number][] {
  return texts.flatMap((text, field) => {
    const words = wordsOf(text).map(indexedForm)
    return [...new Set(words)].map((word): [string, number] => {
      // The first word of a text counts most, and a word of a short text more than one of a long text.
      const prominence =
        (words[0] === word ? PROMINENCES / 2 : 0) + Math.max(0, PROMINENCES / 2 - words.length)
      return [word, (number << NUMBER_SHIFT) | (field * PROMINENCES + prominence)]
    })
  })
}

/** What an occurrence is worth, by the low bits of its posting. */
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

type Scored = Omit<TextMatches, 'looseness'>

/** Adds up scores in arrays that all searches share: a common word occurs in very many documents. */
function createScorer() {
  let counts = new Uint8Array(0)
  let scores = new Float64Array(0)
  /** Of the word that is being added. */
  let gains = new Float64Array(0)

  function reserve(words: WordMatch[][]): void {
    const last = words
      .flat()
      .reduce((most, { postings }) => Math.max(most, (postings.at(-1) ?? 0) >>> NUMBER_SHIFT), 0)
    if (last < counts.length) return
    counts = new Uint8Array(2 * last + 1)
    scores = new Float64Array(2 * last + 1)
    gains = new Float64Array(2 * last + 1)
  }

  /**
   * Adds a word's best occurrence to every document that already has `required` words; returns these documents.
   * @param candidates the only documents to look at, where they are known
   */
  function addWord(
    matches: WordMatch[],
    weights: Float64Array,
    required = 0,
    candidates?: readonly number[],
  ): number[] {
    const reached: number[] = []
    for (const { postings, closeness } of matches)
      for (const posting of candidates ? postingsIn(postings, candidates) : postings) {
        const number = posting >>> NUMBER_SHIFT
        const gain = at(weights, posting & LOW_BITS) * closeness
        const known = at(gains, number)
        if (gain <= known || at(counts, number) < required) continue
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

  /** Takes out the documents with `required` words, and resets all that were reached. */
  function drain(reached: Iterable<number>, required: number): Scored {
    const found: Scored = { numbers: [], scores: [] }
    for (const number of reached) {
      if (at(counts, number) >= required) {
        found.numbers.push(number)
        found.scores.push(at(scores, number))
      }
      counts[number] = 0
      scores[number] = 0
    }
    return found
  }

  return {
    /** Documents in which every word occurs. */
    scoreAll(words: WordMatch[][], weights: Float64Array): Scored {
      reserve(words)
      // The rarest first, so that few documents have to be looked at again.
      const [rarest = [], ...others] = words.toSorted((one, other) => sizeOf(one) - sizeOf(other))
      const reached = addWord(rarest, weights)
      let candidates = reached
      for (const [index, word] of others.entries()) candidates = addWord(word, weights, index + 1, candidates)
      return drain(reached, words.length)
    },

    /** Documents in which as many of the words occur as in any, at least one; `otherWords` only tell these apart. */
    scoreMost(words: WordMatch[][], otherWords: WordMatch[][], weights: Float64Array): Scored {
      reserve([...words, ...otherWords])
      const reached = new Set(words.flatMap((word) => addWord(word, weights)))
      for (const word of otherWords) addWord(word, weights, 1)
      let most = 0
      for (const number of reached) most = Math.max(most, at(counts, number))
      return drain(reached, most)
    },
  }
}

// Looking up one document takes about as long as passing over so many postings.
const LOOKUP_COST = 20

/** At least the postings of these documents: a town's name occurs in nearly every address. */
function postingsIn(postings: Postings, numbers: readonly number[]): Postings {
  if (numbers.length * LOOKUP_COST > postings.length) return postings
  const found: number[] = []
  for (const number of numbers) {
    let index = lowerBound(postings.length, (middle) => at(postings, middle) < number << NUMBER_SHIFT)
    for (; index < postings.length && at(postings, index) >>> NUMBER_SHIFT === number; index += 1)
      found.push(at(postings, index))
  }
  return found
}

const at = (values: ArrayLike<number>, index: number): number => values[index] ?? 0
const sizeOf = (matches: WordMatch[]): number =>
  matches.reduce((sum, { postings }) => sum + postings.length, 0)
