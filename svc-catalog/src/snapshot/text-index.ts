import { createDictionary, type Hit } from './dictionary'
import { createRecent } from './recent'
import { splitAnew } from './split-anew'
import { createTally, createWeights, type Matches, packPosting, PLACES } from './tally'
import { isTelling, longFormOf, searchedForm, wordsOf } from './words'

const FIELDS = ['name', 'address', 'company'] as const
export type Field = (typeof FIELDS)[number]
export type Texts = Record<Field, string>

export interface Found {
  matches: Matches
  /** 0 when they match word for word, more the more had to be overlooked, infinite when there are none. */
  looseness: number
}

/** Texts by small whole numbers, which the caller gives out. */
export interface TextIndex {
  /** Puts texts in the place of those the number had; without texts it is forgotten. */
  set(number: number, texts: Texts | undefined): void
  /** Numbers whose texts match: word for word, else differently split, else with typing errors, else in part. */
  find(typed: string, fields: readonly Field[]): Found
  get(number: number): Texts | undefined
}

// Longer than any name or address; what follows cannot change what is found, only how long it takes.
const TEXT_LENGTH = 200
const WORDS = 8
const WORD_LENGTH = 30

// Who typed something asks for it again, with other filters and in other orders.
const RECENT = 32

const FIELD_WEIGHTS: Record<Field, number> = { name: 3, address: 2, company: 1 }

export function createTextIndex(): TextIndex {
  const dictionary = createDictionary()
  const tally = createTally()
  const textsByNumber = new Map<number, Texts>()
  const recent = createRecent<Found>(RECENT)

  const asTyped = (word: string) => dictionary.beginningWith(searchedForm(word))
  const withErrors = (word: string) => dictionary.like(searchedForm(word))

  function* readings(words: string[], telling: string[]): Generator<Hit[][]> {
    yield words.map(asTyped)
    yield splitAnew(words, dictionary).map(asTyped)
    yield telling.map(asTyped)
    yield words.map((word) => (dictionary.begins(searchedForm(word)) ? asTyped(word) : withErrors(word)))
    yield words.map(withErrors)
    yield telling.map(withErrors)
  }

  function find(words: string[], fields: readonly Field[]): Found {
    const telling = tellingOf(words)
    const weights = createWeights(FIELDS.map((field) => (fields.includes(field) ? FIELD_WEIGHTS[field] : 0)))
    let looseness = 0
    for (const reading of readings(words, telling)) {
      const matches = tally.withAll(reading, weights)
      if (matches.numbers.length > 0) return { matches, looseness }
      looseness += 1
    }
    const others = words.filter((word) => !telling.includes(word))
    const matches = tally.withMost(telling.map(withErrors), others.map(asTyped), weights)
    return { matches, looseness: matches.numbers.length > 0 ? looseness : Infinity }
  }

  return {
    set(number, texts) {
      recent.forgetAll()
      const known = textsByNumber.get(number)
      if (known) for (const [word, posting] of postingsOf(number, known)) dictionary.remove(word, posting)
      textsByNumber.delete(number)
      if (!texts) return
      for (const [word, posting] of postingsOf(number, texts)) dictionary.add(word, posting)
      textsByNumber.set(number, texts)
    },

    find(typed, fields) {
      const words = wordsToSeek(typed)
      return recent.get([...fields, ...words].join(' '), () => find(words, fields))
    },

    get: (number) => textsByNumber.get(number),
  }
}

/** The words of the texts, each with its best place in each field. */
function postingsOf(number: number, texts: Texts): [word: string, posting: number][] {
  return FIELDS.flatMap((field, index) => {
    const words = wordsOf(texts[field]).map(longFormOf)
    return [...new Set(words)].map((word): [string, number] => [
      word,
      packPosting(number, index, placeOf(words.indexOf(word), words.length)),
    ])
  })
}

/** The first word of a text is worth most, and a word of few more than one of many. */
function placeOf(position: number, count: number): number {
  return (position === 0 ? PLACES / 2 : 0) + Math.max(0, PLACES / 2 - count)
}

function wordsToSeek(typed: string): string[] {
  const words = new Set(wordsOf(typed.slice(0, TEXT_LENGTH)))
  return [...words].slice(0, WORDS).map((word) => word.slice(0, WORD_LENGTH))
}

/** The words without which nothing is found: all but those that only say that there is a street. */
function tellingOf(words: string[]): string[] {
  const telling = words.filter(isTelling)
  return telling.length > 0 ? telling : words.slice(0, 1)
}
