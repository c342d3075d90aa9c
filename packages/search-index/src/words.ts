// The commonest street suffixes and their standard abbreviations (USPS Publication 28, appendix C1), and the directions.
const LONG_FORMS = new Map(
  Object.entries({
    ave: 'avenue',
    blvd: 'boulevard',
    cir: 'circle',
    ct: 'court',
    dr: 'drive',
    hts: 'heights',
    hwy: 'highway',
    ln: 'lane',
    pkwy: 'parkway',
    pl: 'place',
    rd: 'road',
    sq: 'square',
    st: 'street',
    ter: 'terrace',
    e: 'east',
    n: 'north',
    s: 'south',
    w: 'west',
  }),
)
const COMMON_WORDS = new Set(LONG_FORMS.values())

/** Splits a text into lower-case words without accents and apostrophes. */
export function wordsOf(text: string): string[] {
  return text
    .normalize('NFKD')
    .replace(/[\p{M}'’]/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
}

/** The form in which a word is indexed, so that "Ave" finds "Avenue" and vice versa. */
export const indexedForm = (word: string): string => LONG_FORMS.get(word) ?? word

/** False for single letters, street suffixes and directions, which match nearly everything. */
export const isDistinctive = (word: string): boolean =>
  word.length > 1 && !COMMON_WORDS.has(indexedForm(word))

/**
 * The prefix to look up for a typed word. An abbreviation that its long form begins with stays as it is, because it may
 * begin another word: "st" begins "Stewart".
 */
export function searchedForm(word: string): string {
  const long = indexedForm(word)
  return long.startsWith(word) ? word : long
}
