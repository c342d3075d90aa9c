import { BrokenFileError, type Row } from './row'

// Larger than any real row, so that a missing bracket does not swallow the rows after it.
const MAX_ROW_LENGTH = 1_000_000
// JSON strings do not span lines.
const TOKEN = /"((?:[^"\\\n]|\\[^\n])*)("?)|[[\]{},:]/g

/**
 * Splits the text of a JSON array into its elements, and tracks the first line of each, which parsers do not report.
 * @throws BrokenFileError when the text is not a list, or ends in the middle of it
 */
export function* splitJsonArray(text: string): Generator<Row> {
  let at = beginOfList(text)
  let line = 1
  let counted = 0
  const lineAt = (index: number): number => {
    for (; counted < index; counted += 1) if (text[counted] === '\n') line += 1
    return line
  }

  for (;;) {
    while (/\s/.test(text[at] ?? '')) at += 1
    const { end, repeated } = scanElement(text, at)
    if (end === undefined) {
      const next = /\n[^\S\n]*(?:,\s*)?\{/g
      next.lastIndex = at
      if (!next.test(text)) throw new BrokenFileError(lineAt(at), 'the file ends in the middle of the list')
      yield { line: lineAt(at), value: {}, problem: 'does not end: a bracket or a quotation mark is missing' }
      at = next.lastIndex - 1
      continue
    }
    const element = text.slice(at, end)
    const note = noteOnRepeated(repeated)
    if (element.trim()) yield { line: lineAt(at), ...parseElement(element), ...(note && { note }) }
    at = /[[{]/.test(text[end] ?? '') ? end : end + 1
    if (text[end] === ']') break
  }
  const surplus = text.slice(at).search(/\S/)
  if (surplus !== -1)
    throw new BrokenFileError(lineAt(at + surplus), 'there is text after the end of the list')
}

function beginOfList(text: string): number {
  const start = text.search(/\S/)
  if (text[start] === '[') return start + 1
  // If an id comes first, the list is a column of a row.
  const wrapper = /^\s*\{(?![^[]*"id")[^[]*"([^"]*)"\s*:\s*\[/.exec(text)?.[1]
  throw new BrokenFileError(
    1,
    wrapper === undefined
      ? 'a JSON file must be a list: it begins with "["'
      : `the list is inside of "${wrapper}": send only the list, from "[" to "]"`,
  )
}

/**
 * The position of the token after an element, which need not be a comma, and the repeated keys of the element; no end if a
 * bracket or a quotation mark is missing.
 */
function scanElement(text: string, start: number): { end?: number; repeated: string[] } {
  const keys = new Map<string, number>()
  let depth = 0
  let key: string | undefined
  TOKEN.lastIndex = start
  for (let match = TOKEN.exec(text); match; match = TOKEN.exec(text)) {
    const [token, string, closing] = match
    if (match.index - start > MAX_ROW_LENGTH || closing === '') break
    if (string !== undefined) key = string
    else if ((token === '[' || token === '{') && (depth > 0 || match.index === start)) depth += 1
    else if (token === ':' && depth === 1 && key !== undefined) keys.set(key, (keys.get(key) ?? 0) + 1)
    else if (depth === 0)
      return { end: match.index, repeated: [...keys].flatMap(([name, times]) => (times > 1 ? name : [])) }
    else if (token === ']' || token === '}') depth -= 1
  }
  return { repeated: [] }
}

function parseElement(text: string): { value: Record<string, unknown>; problem?: string } {
  let value: unknown
  try {
    value = JSON.parse(text, refuseInfinity)
  } catch (error) {
    // A position within the row would be mistaken for a position in the file.
    const message = (error as Error).message.replace(/ (in JSON )?at position .*/s, '')
    return { value: {}, problem: `is not valid JSON: ${message}` }
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { value: {}, problem: 'is not an object: {"id": ..., ...}' }
  return { value: value as Record<string, unknown> }
}

// JSON has no infinite numbers, and would send 1e400 on as null.
function refuseInfinity(name: string, value: unknown): unknown {
  if (typeof value === 'number' && !Number.isFinite(value)) throw new Error(`${name} is too large a number`)
  return value
}

/** @param names of the columns that a row gives more than once */
export const noteOnRepeated = (names: string[]): string | undefined =>
  names.length > 0 ? `${names.join(', ')} given twice: the last value counts` : undefined
