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

/** Lower case without accents and apostrophes: what is compared when people type names. */
export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\p{M}'’]/gu, '')
    .toLowerCase()
}

export function wordsOf(text: string): string[] {
  return fold(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
}

/** A word as it is indexed: who types "Ave" finds "Avenue" and the other way round. */
export const longFormOf = (word: string): string => LONG_FORMS.get(word) ?? word

/** Whether a word says more than that there is a street: looking for the others first would find nearly everything. */
export const isTelling = (word: string): boolean => word.length > 1 && !COMMON_WORDS.has(longFormOf(word))

/**
 * A word as it is looked for. Short forms that begin their long form are left alone: they may begin another word, as
 * "st" begins "Stewart".
 */
export function searchedForm(word: string): string {
  const long = longFormOf(word)
  return long.startsWith(word) ? word : long
}
