import { DataSet, englishDataset, englishRecommendedTransformers, pattern, RegExpMatcher } from 'obscenity'

// What people write about homes and names of people and shops, where the dataset sees only a part of the word.
const INNOCENT = [
  ...["dick's sporting", 'dickinson', 'dickson', 'dickerson', 'moby dick', 'dick van dyke'],
  ...['cum laude', 'retardant', 'same-sex', 'booby trap', 'vandyke', 'shiitake', 'assort'],
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
// Most texts have nothing of the kind in them, and to know that takes no look at what is innocent.
const suspicions = new RegExpMatcher({ ...words, whitelistedTerms: [] })
const matcher = new RegExpMatcher(words)
const isProfane = (text: string) => suspicions.hasMatch(text) && matcher.hasMatch(text)

/**
 * Whether a text has words that do not belong on a public page. Letters in disguise are seen through
 * (l33t, accents, other alphabets, s p a c i n g); words that merely contain such letters, and numbers, are not flagged.
 */
export function hasProfanity(text: string): boolean {
  const plain = withoutDisguise(text)
  return isProfane(withoutNumbers(plain)) || spacedWords(plain).some(isProfane)
}

/** Accents, invisible characters and typographic variants are dropped. */
function withoutDisguise(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\p{M}\p{Default_Ignorable_Code_Point}]/gu, '')
    .replaceAll('’', "'")
}

/** As l33t, 455 Main Street would read "ass", and an opening parenthesis is a c. */
function withoutNumbers(text: string): string {
  return text
    .replace(
      /(?<![\p{L}\p{N}@$!|])\$*\d[\d.,:/-]*(?:st|nd|rd|th|s|k|am|pm)?(?![\p{L}\p{N}@$!|])/giu,
      (number) => ' '.repeat(number.length),
    )
    .replace(/(?<=^|\s)\(/g, ' ')
}

const SPACED = /(?<![\p{L}\p{N}])[\p{L}\p{N}@$!](?:[\s._*~-]{1,5}[\p{L}\p{N}@$!]){2,}(?![\p{L}\p{N}])/gu

/** Words written letter by letter; three digits in a row are no word. */
function spacedWords(text: string): string[] {
  const found = text.match(SPACED) ?? []
  return found.map((spaced) => spaced.replace(/[\s._*~-]/g, '')).filter((word) => /\p{L}/u.test(word))
}
