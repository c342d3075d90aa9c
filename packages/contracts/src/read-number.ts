import { cleanText } from './texts'

/**
 * Reads a number as spreadsheets write it: with a dollar sign, with a point or a comma before the decimals, with thousands
 * separated by a comma, a point, an apostrophe or a space.
 * @param fits whether the field accepts a number
 * @param expected describes the accepted numbers, as in "a number from 0 to 5"
 * @throws Error when no reading of the value fits, or two do: "1.200" is 1200 in Europe
 */
export function readNumber(value: unknown, fits: (number: number) => boolean, expected: string): number {
  const [first, second] = readingsOf(value).filter(fits)
  if (first === undefined) throw new Error(`must be ${expected}, not ${quote(value)}`)
  // In "1,200" the comma separates thousands, as in the US.
  if (second !== undefined && !String(value).includes(','))
    throw new Error(`may be ${first} or ${second}: write ${quote(value)} without separators of thousands`)
  // -0 would differ from the stored 0.
  return first || 0
}

const THOUSANDS = String.raw`[1-9]\d{0,2}`
const PLAIN_NUMBER = /^(\d+\.?\d*|\.\d+)$/
const COMMA_DECIMALS = /^\d+,\d+$/
const US_GROUPS = new RegExp(String.raw`^${THOUSANDS}(,\d{3})+(\.\d+)?$`)
const EUROPEAN_GROUPS = new RegExp(String.raw`^${THOUSANDS}(\.\d{3})+(,\d+)?$`)
const OTHER_GROUPS = new RegExp(String.raw`^${THOUSANDS}([' ]\d{3})+([.,]\d+)?$`)

/** The numbers that a value may mean; empty if it is not a number. */
function readingsOf(value: unknown): number[] {
  if (typeof value === 'number') return [value]
  if (typeof value !== 'string') return []
  const text = cleanText(value)
    .replace(/\s+/gu, ' ')
    .replace(/[’‘ʼ]/g, "'")
    .replace(/^[−‐‑‒–]/, '-')
  const [, sign, digits = ''] = /^([+-]?)(?:\$ ?)?(.*?)(?: ?\$)?$/.exec(text) ?? []
  const european = (text: string) => Number(text.replace(/[.' ]/g, '').replace(',', '.'))
  const american = (text: string) => Number(text.replace(/[,' ]/g, ''))
  const readings = [
    ...(PLAIN_NUMBER.test(digits) || US_GROUPS.test(digits) ? [american(digits)] : []),
    ...(EUROPEAN_GROUPS.test(digits) ? [european(digits)] : []),
    ...(COMMA_DECIMALS.test(digits) ? [european(digits)] : []),
    ...(OTHER_GROUPS.test(digits) ? [digits.includes(',') ? european(digits) : american(digits)] : []),
  ]
  return [...new Set(readings)].map((number) => (sign === '-' ? -number : number))
}

/** A value as messages show it, shortened. */
export function quote(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > 60 ? `${text.slice(0, 60)}...` : text
}
