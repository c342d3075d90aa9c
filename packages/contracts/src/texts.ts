// Controls (NUL, ESC), zero-width spaces, and characters that reverse or embed the text after them. Joiners and direction
// marks stay: Persian, Indic scripts and emoji need them.
const UNSTORED = /(?![\n\t])[\p{Cc}\u00ad\u180e\u200b\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/gu

// More marks than a letter of any language has run into the lines around it.
const STACKED_MARKS = /(\p{Mn}{4})\p{Mn}+/gu

const SEEN = /(?![\p{Default_Ignorable_Code_Point}\u2800])[\p{L}\p{N}\p{P}\p{S}]/u

// Half an emoji, which the database would replace as well.
const LONE_SURROGATE = /\p{Surrogate}/gu

/** A text as it is stored: trimmed, without characters that are invisible or change the text around them. */
export const cleanText = (text: string): string =>
  text
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(LONE_SURROGATE, '\ufffd')
    .replace(UNSTORED, '')
    .replace(STACKED_MARKS, '$1')
    .trim()

/** Whether a text has visible characters. */
export const isSeen = (text: string): boolean => SEEN.test(text)

/** Characters as people see them: an emoji or a letter with its marks is one, white space between words is one. */
export const countSeen = (text: string): number =>
  graphemesOf(cleanText(text).replace(/\s+/g, ' ')).filter((char) => char === ' ' || isSeen(char)).length

// Segmenting takes quadratic time, so long texts are segmented in parts.
const SEGMENTED_UNITS = 128

const PLAIN = /^[\n\x20-\x7e]*$/

/** The characters of a text as people see them. Browsers without a segmenter count each mark. */
export function graphemesOf(text: string): string[] {
  // Creating the first segmenter of a page takes 50 ms on a phone.
  if (PLAIN.test(text) || !('Segmenter' in Intl)) return [...text]
  const segmenter = new Intl.Segmenter('en')
  const graphemes: string[] = []
  for (let at = 0; at < text.length;) {
    const part = Array.from(segmenter.segment(text.slice(at, at + SEGMENTED_UNITS)), ({ segment }) => segment)
    // The last grapheme may continue in the next part.
    if (part.length > 1 && at + SEGMENTED_UNITS < text.length) part.pop()
    graphemes.push(...part)
    at += part.join('').length
  }
  return graphemes
}

// Letters with many marks, and families of emoji.
const MAX_UNITS_PER_CHARACTER = 20

/** The first `most` characters of a text, none of them cut in two; the whole text if it is not longer. */
export function beginOf(text: string, most: number): string {
  if (text.length <= most) return text
  const graphemes = graphemesOf(text)
  return graphemes.length <= most ? text : graphemes.slice(0, most).join('').trimEnd()
}

/** The first whole sentences of a text that fit into `most` characters; the beginning, with "…", if the first is longer. */
export function firstSentences(text: string, most: number): string {
  const begin = beginOf(text, most)
  if (begin === text) return text
  const end = Math.max(...['. ', '! ', '? '].map((mark) => begin.lastIndexOf(mark)))
  return end > 0 ? begin.slice(0, end + 1) : `${begin}…`
}

/** Whether a text has more characters than `most` as people see them, or hides far more. */
export const isLongerThan = (text: string, most: number): boolean =>
  text.length > most * MAX_UNITS_PER_CHARACTER || countSeen(text) > most

const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u

/** Isolates the direction of a text that is inserted into plain text, such as a mail. */
export const isolated = (text: string): string =>
  RIGHT_TO_LEFT.test(text) ? `\u2068${cleanText(text)}\u2069` : cleanText(text)
