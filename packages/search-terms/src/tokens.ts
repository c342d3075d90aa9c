/** Longer than any name or address. Words beyond this length are text. */
export const PARSED_LENGTH = 200

export interface Token {
  /** Folded: lower case, without accents and final punctuation. */
  word: string
  start: number
  end: number
  /** Preceded by a comma or similar, which no term crosses. */
  isFirst: boolean
}

// A comma within a number is a part of it; a slash before a number is not: "2br/1ba".
const TOKEN = /"[^"]*"|(?:[^\s,;/"]|,(?=\d{3}(?!\d))|\/(?!\d))+/g

export function tokensOf(typed: string): Token[] {
  const parsed = typed.slice(0, PARSED_LENGTH)
  return Array.from(parsed.matchAll(TOKEN), (match, index) => ({
    word: fold(match[0]),
    start: match.index,
    end: match.index + match[0].length,
    isFirst: index === 0 || isSeparated(parsed.slice(0, match.index), match[0]),
  }))
}

/** Whether punctuation separates two words; the comma in "Aug 1, 2027" does not. */
const isSeparated = (before: string, word: string): boolean =>
  /[,;]\s*$/.test(before) && !(/^\d{4}\b/.test(word) && /[a-z]\.? \d{1,2}(st|nd|rd|th)?, *$/i.test(before))

export const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\p{M}'’]/gu, '')
    .toLowerCase()
    .replace(/[.!?:]+$/, '')

/** The words from a token up to the next comma. */
export function wordsFrom(tokens: Token[], at: number): string[] {
  const next = tokens.findIndex(({ isFirst }, index) => index > at && isFirst)
  return tokens.slice(at, next === -1 ? undefined : next).map(({ word }) => word)
}
