import { englishDataset, englishRecommendedTransformers, parseRawPattern, RegExpMatcher } from 'obscenity'

// Texts with a certain word are rejected. A review with a doubtful or rude one is shown to administrators with a flag.

// "|" is a word boundary: without it, Scunthorpe and Yamashita would match.
const CERTAIN = [
  'fuck',
  'f*ck',
  '|fck|',
  '|shit',
  '|sh*t',
  'bullshit',
  'horseshit',
  'batshit',
  '|piece of shit',
  'asshole',
  '|ass hole|',
  'dumbass',
  'bitch',
  'b*tch',
  '|cunt',
  '|c*nt',
  '|nigger',
  '|nigga',
  '|n*gger',
  '|faggot',
  '|whore|',
  '|whores|',
  '|slut|',
  '|sluts|',
  '|wanker',
  '|twat|',
  '|dickhead',
  'what a dick|',
  'such a dick|',
  '|cocksucker',
]

// Innocent words and names that contain a word of this list or of obscenity's list.
const INNOCENT = [
  "dick's sporting",
  'dickinson',
  'dickson',
  'dickerson',
  'moby dick',
  'bitch creek',
  'dick van dyke',
  'cum laude',
  'retardant',
  'same-sex',
  'booby trap',
  'vandyke',
  'shiitake',
  'shitake',
  'shital',
  'niggard',
  'assort',
]

/** Words that are rude but allowed, and letters replaced by symbols. */
export const RUDE_WORDS =
  /(?<![\p{L}\p{N}])(?:damn(?:ed|it)?|crap(?:py)?|hell hole|hellhole|pissed|screw(?:ed)? (?:you|them|him|her)|freaking|fricking|effing|f-?ing|wtf|stfu|bs|bullcrap|sucks|idiots?|morons?|scum(?:bags?)?|creeps?)(?![\p{L}\p{N}])|(?<![\p{L}\p{N}*#@$%])\p{L}[*#@$%]{2,}\p{L}*|(?<![\p{L}\p{N}])\p{L}{1,3}[*#]\p{L}{1,6}(?![\p{L}\p{N}])/giu

const certainWords = new RegExpMatcher({
  ...englishRecommendedTransformers,
  blacklistedTerms: CERTAIN.map((word, id) => ({ id, pattern: parseRawPattern(word) })),
  whitelistedTerms: INNOCENT,
})
const { blacklistedTerms, whitelistedTerms = [] } = englishDataset.build()
const doubtfulWords = new RegExpMatcher({
  ...englishRecommendedTransformers,
  blacklistedTerms,
  whitelistedTerms: [...whitelistedTerms, ...INNOCENT],
})

/** Profane words in a text, also in disguise (l33t, accents, other alphabets, s p a c i n g). */
export function findProfanity(text: string): string[] {
  const undisguised = withoutDisguise(text)
  const plain = withoutNumbers(undisguised)
  const words = certainWords.getAllMatches(plain, true).map(({ startIndex, endIndex }) => {
    const before = /[^\s"“”(),.;:?]*$/.exec(plain.slice(0, startIndex))?.[0] ?? ''
    const after = /^[^\s"“”(),.;:?]*/.exec(plain.slice(endIndex + 1))?.[0] ?? ''
    return `${before}${plain.slice(startIndex, endIndex + 1)}${after}`
  })
  return [...new Set([...words, ...spacedWords(undisguised).filter((word) => certainWords.hasMatch(word))])]
}

/** A sentence that names the rejected words. */
export const nameWords = (words: string[]): string =>
  `It contains ${words.map((word) => `“${word}”`).join(', ')}.`

const WORD = /[\p{L}\p{N}@$!*]{3,}/gu
const UNIT = /^\p{L}?\p{N}+\p{L}?$/u

/** Ambiguous words of a text, in their original spelling: "cock" is also a bird, and Dick a name. */
export function findDoubtfulWords(text: string): string[] {
  // Most texts have none, and some words are innocent in combination.
  if (!doubtfulWords.hasMatch(withoutNumbers(withoutDisguise(text)))) return []
  const isDoubtful = (word: string) => !UNIT.test(word) && doubtfulWords.hasMatch(withoutDisguise(word))
  return [...new Set(text.match(WORD)?.filter(isDoubtful))]
}

/** Removes accents, invisible characters and typographic variants. */
function withoutDisguise(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\p{M}\p{Default_Ignorable_Code_Point}]/gu, '')
    .replaceAll('’', "'")
}

/** Read as l33t, 455 Main Street would contain "ass", and an opening parenthesis would be a c. */
function withoutNumbers(text: string): string {
  return text
    .replace(
      /(?<![\p{L}\p{N}@$!|])\$*\d[\d.,:/-]*(?:st|nd|rd|th|s|k|am|pm)?(?![\p{L}\p{N}@$!|])/giu,
      (number) => ' '.repeat(number.length),
    )
    .replace(/(?<=^|\s)\(/g, ' ')
}

const SPACED = /(?<![\p{L}\p{N}])[\p{L}\p{N}@$!](?:[\s._*~-]{1,5}[\p{L}\p{N}@$!]){2,}(?![\p{L}\p{N}])/gu

/** Words that are spaced out letter by letter; digits alone do not count. */
function spacedWords(text: string): string[] {
  const matches = text.match(SPACED) ?? []
  return matches.map((spaced) => spaced.replace(/[\s._*~-]/g, '')).filter((word) => /\p{L}/u.test(word))
}
