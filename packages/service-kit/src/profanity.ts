import { DataSet, englishDataset, englishRecommendedTransformers, pattern, RegExpMatcher } from 'obscenity'

// Innocent words, and names of people and shops, that contain a word of the dataset.
const INNOCENT = [
  "dick's sporting",
  'dickinson',
  'dickson',
  'dickerson',
  'moby dick',
  'dick van dyke',
  'cum laude',
  'retardant',
  'same-sex',
  'booby trap',
  'vandyke',
  'shiitake',
  'assort',
]

const dataset = new DataSet<{ originalWord: string }>()
  .addAll(englishDataset)
  .addPhrase((phrase) =>
    phrase
      .setMetadata({ originalWord: 'ass' })
      .addPattern(pattern`dumbass`)
      .addPattern(pattern`jackass`),
  )
  .addPhrase((phrase) =>
    INNOCENT.reduce((kept, term) => kept.addWhitelistedTerm(term), phrase.setMetadata({ originalWord: '' })),
  )

const words = { ...dataset.build(), ...englishRecommendedTransformers }
// Most texts have no match, which is known without checking the innocent words.
const suspicions = new RegExpMatcher({ ...words, whitelistedTerms: [] })
const matcher = new RegExpMatcher(words)
const isProfane = (text: string) => suspicions.hasMatch(text) && matcher.hasMatch(text)

/**
 * Whether a text contains profanity, also in disguise (l33t, accents, other alphabets, s p a c i n g). Innocent words that
 * contain a profane one, and numbers, are not flagged.
 */
export function hasProfanity(text: string): boolean {
  const plain = withoutDisguise(text)
  return isProfane(withoutNumbers(plain)) || spacedWords(plain).some(isProfane)
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

/** Words that are spaced out letter by letter; digits alone are no word. */
function spacedWords(text: string): string[] {
  const found = text.match(SPACED) ?? []
  return found.map((spaced) => spaced.replace(/[\s._*~-]/g, '')).filter((word) => /\p{L}/u.test(word))
}
