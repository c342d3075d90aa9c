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

// Further suffixes whose long forms occur in names, and so are distinctive.
for (const [short, long] of Object.entries({
  aly: 'alley',
  apt: 'apartment',
  apts: 'apartments',
  bldg: 'building',
  brk: 'brook',
  centre: 'center',
  cres: 'crescent',
  crk: 'creek',
  ctr: 'center',
  ext: 'extension',
  fl: 'floor',
  fls: 'falls',
  flr: 'floor',
  gdns: 'gardens',
  gln: 'glen',
  grv: 'grove',
  hl: 'hill',
  hls: 'hills',
  lk: 'lake',
  mnr: 'manor',
  mt: 'mount',
  mtn: 'mountain',
  ne: 'northeast',
  nw: 'northwest',
  plz: 'plaza',
  pt: 'point',
  rdg: 'ridge',
  rm: 'room',
  rte: 'route',
  se: 'southeast',
  ste: 'suite',
  sw: 'southwest',
  tpke: 'turnpike',
  trl: 'trail',
  univ: 'university',
  vlg: 'village',
  vly: 'valley',
  vw: 'view',
  xing: 'crossing',
}))
  LONG_FORMS.set(short, long)

const ORDINALS = 'first second third fourth fifth sixth seventh eighth ninth tenth'.split(' ')
/** Further words that find a word of a text. */
const ALIASES = new Map([
  ['st', 'saint'],
  ['saint', 'st'],
  ...ORDINALS.flatMap((word, index): [string, string][] => {
    const figure = `${index + 1}${['st', 'nd', 'rd'][index] ?? 'th'}`
    return [
      [word, figure],
      [figure, word],
    ]
  }),
])

// Letters that Unicode does not decompose, as they are typed on keyboards without them.
const PLAIN_LETTERS = new Map(
  Object.entries({
    ø: 'o',
    đ: 'd',
    ð: 'd',
    ł: 'l',
    ß: 'ss',
    æ: 'ae',
    œ: 'oe',
    þ: 'th',
    ı: 'i',
    ħ: 'h',
    ŧ: 't',
    ŋ: 'n',
  }),
)
const APOSTROPHES = /['’‘ʼ`´′]/g
// Scripts that put no spaces between words: each of their characters is a word.
const UNSPACED = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]`
const WORD = new RegExp(String.raw`${UNSPACED}|(?:(?!${UNSPACED})[\p{L}\p{N}])+`, 'gu')
const UNSPACED_WORD = new RegExp(`^${UNSPACED}$`, 'u')

/** Splits a text into lower-case words without accents and apostrophes; "&" is the word "and". */
export function wordsOf(text: string): string[] {
  const plain = text
    .replace(APOSTROPHES, '')
    .replaceAll('&', ' and ')
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .toLowerCase()
    .replace(/\P{ASCII}/gu, (letter) => PLAIN_LETTERS.get(letter) ?? letter)
  return plain.match(WORD) ?? []
}

/** The form in which a word is indexed, so that "Ave" finds "Avenue" and vice versa. */
export const indexedForm = (word: string): string => LONG_FORMS.get(word) ?? word

/** All forms in which a word is indexed: "2nd" is found by "second", too. */
export const indexedForms = (word: string): string[] => [indexedForm(word), ALIASES.get(word) ?? []].flat()

/** False for single letters, street suffixes and directions, which match nearly everything. */
export const isDistinctive = (word: string): boolean =>
  (word.length > 1 || UNSPACED_WORD.test(word)) && !COMMON_WORDS.has(indexedForm(word))

/**
 * The prefix to look up for a typed word. An abbreviation that is a prefix of its long form stays unchanged, because it
 * may begin another word: "st" begins "Stewart".
 */
export function searchedForm(word: string): string {
  const long = indexedForm(word)
  return long.startsWith(word) ? word : long
}
