import { type Dictionary } from './dictionary'

/** The words as they may have been meant: "college town" for "Collegetown", "collegetownterrace" for two words. */
export function splitAnew(words: string[], dictionary: Pick<Dictionary, 'has' | 'begins'>): string[] {
  const [word, next, ...others] = words
  if (word === undefined) return []
  if (next !== undefined && dictionary.begins(word + next))
    return [word + next, ...splitAnew(others, dictionary)]
  return [...splitInTwo(word, dictionary), ...splitAnew(words.slice(1), dictionary)]
}

// Of two letters every word begins with some other.
const SHORTEST_PART = 3

function splitInTwo(word: string, { has, begins }: Pick<Dictionary, 'has' | 'begins'>): string[] {
  if (begins(word)) return [word]
  for (let length = word.length - 1; length >= SHORTEST_PART; length -= 1) {
    const [first, second] = [word.slice(0, length), word.slice(length)]
    if (has(first) && begins(second)) return [first, second]
  }
  return [word]
}
