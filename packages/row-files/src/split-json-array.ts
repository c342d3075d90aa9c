import { BrokenFileError, type Row } from './row'

// Larger than any real row, so that a missing bracket does not buffer the whole file.
const MAX_ELEMENT_LENGTH = 1_000_000

interface State {
  line: number
  /** Brackets open around the current character; the array itself is 1. */
  depth: number
  isInString: boolean
  isEscaped: boolean
  element: string
  elementLine: number
  isEnded: boolean
}

/**
 * Splits the text of a JSON array into its elements in constant memory, and tracks the line on which each one begins, which
 * parsers do not report.
 * @throws BrokenFileError when the text is not an array of objects
 */
export async function* splitJsonArray(chunks: AsyncIterable<string>): AsyncGenerator<Row> {
  const state: State = {
    line: 1,
    depth: 0,
    isInString: false,
    isEscaped: false,
    element: '',
    elementLine: 0,
    isEnded: false,
  }
  for await (const chunk of chunks)
    for (const character of chunk) {
      const text = takeCharacter(state, character)
      if (text?.trim()) yield { line: state.elementLine, value: parseElement(text, state.elementLine) }
      if (character === '\n') state.line += 1
    }
  if (!state.isEnded) throw new BrokenFileError(state.line, 'the file ends in the middle of the list')
}

/** Feeds one character; returns the text of an element that ends with it. */
function takeCharacter(state: State, character: string): string | undefined {
  if (state.depth === 0) return outsideList(state, character)
  const isSeparator = !state.isInString && state.depth === 1 && (character === ',' || character === ']')
  if (!isSeparator) {
    track(state, character)
    append(state, character)
    return undefined
  }
  if (character === ']') {
    state.depth = 0
    state.isEnded = true
  }
  const text = state.element
  state.element = ''
  return text
}

function outsideList(state: State, character: string): undefined {
  if (!character.trim() || character === '\uFEFF') return
  if (state.isEnded) throw new BrokenFileError(state.line, 'there is text after the end of the list')
  if (character !== '[')
    throw new BrokenFileError(state.line, 'a JSON file must be a list: it begins with "["')
  state.depth = 1
}

function track(state: State, character: string): void {
  if (state.isInString) {
    if (!state.isEscaped && character === '"') state.isInString = false
    state.isEscaped = !state.isEscaped && character === '\\'
    return
  }
  if (character === '"') state.isInString = true
  if (character === '{' || character === '[') state.depth += 1
  if (character === '}' || character === ']') state.depth -= 1
}

function append(state: State, character: string): void {
  if (!state.element && !character.trim()) return
  if (!state.element) state.elementLine = state.line
  state.element += character
  if (state.element.length > MAX_ELEMENT_LENGTH)
    throw new BrokenFileError(state.elementLine, 'this row does not end: a bracket or a quote is missing')
}

function parseElement(text: string, line: number): Record<string, unknown> {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new BrokenFileError(line, `not valid JSON (${(error as Error).message})`)
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new BrokenFileError(line, 'every row must be an object: {"id": ..., ...}')
  return value as Record<string, unknown>
}
