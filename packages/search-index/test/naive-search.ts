import { compareIds } from '../src/order'
import { type SearchDocument, type Selection } from '../src/search-index'
import { indexedForms, isDistinctive, searchedForm, wordsOf } from '../src/words'

type Document = SearchDocument<string, string, string>

/** Closeness of the match of an indexed word; 0 without a match. */
type WordTest = (indexed: string) => number

/**
 * The results that the index promises, found by looking at every document: every filter at every one, every typed word at every
 * word, every distance letter by letter.
 * @param weights by field, in the order of the index
 */
export function naiveSearch(documents: ReadonlyMap<string, Document>, weights: Record<string, number>) {
  const wordsIn = memoize((text: string) => wordsOf(text))
  const vocabularyOf = lazily(
    () =>
      new Set(
        [...documents.values()].flatMap(({ texts }) =>
          Object.keys(weights).flatMap((field) => wordsIn(texts[field] ?? '').flatMap(indexedForms)),
        ),
      ),
  )
  const prefixesOf = lazily(
    () =>
      new Set(
        [...vocabularyOf()]
          .filter((word) => !/\d/.test(word))
          .flatMap((word) =>
            Array.from({ length: Math.max(0, word.length - 3) }, (_, at) => word.slice(0, at + 4)),
          ),
      ),
  )
  const hasPrefix = (prefix: string) => [...vocabularyOf()].some((word) => word.startsWith(prefix))

  const asTyped = (typed: string): WordTest => {
    const prefix = searchedForm(typed)
    return memoize((word) => (word.startsWith(prefix) ? closeness(prefix, word, 0) : 0))
  }

  const withErrors = (typed: string): WordTest => {
    const prefix = searchedForm(typed)
    const typos = prefix.length < 4 || /\d/.test(prefix) ? 0 : prefix.length < 6 ? 1 : 2
    const misspelled =
      typos === 0
        ? []
        : [
            ...[...prefixesOf()].filter((word) => editDistance(word, prefix) <= 1),
            ...Array.from(
              prefix.slice(1),
              (letter, at) => prefix.slice(0, at) + letter + prefix.charAt(at) + prefix.slice(at + 2),
            ),
          ]
    return memoize((word) => {
      if (word.startsWith(prefix)) return closeness(prefix, word, 0)
      if (misspelled.some((start) => word.startsWith(start))) return closeness(prefix, word, 1)
      const errors = typos > 1 ? editDistance(prefix, word) : Infinity
      return errors <= typos ? closeness(prefix, word, errors) : 0
    })
  }

  function resegment([word, next, ...others]: string[]): string[] {
    if (word === undefined) return []
    if (next !== undefined && hasPrefix(word + next)) return [word + next, ...resegment(others)]
    const rest = resegment(next === undefined ? [] : [next, ...others])
    if (hasPrefix(word)) return [word, ...rest]
    for (let length = word.length - 1; length >= 3; length -= 1)
      if (vocabularyOf().has(word.slice(0, length)) && hasPrefix(word.slice(length)))
        return [word.slice(0, length), word.slice(length), ...rest]
    return [word, ...rest]
  }

  /** The best occurrence of each word in each document; 0 where it does not occur. */
  function gainsOf({ texts }: Document, tests: WordTest[], fields: readonly string[]): number[] {
    return tests.map((test) =>
      Math.max(
        0,
        ...fields.flatMap((field) => {
          const words = wordsIn(texts[field] ?? '')
          const first = indexedForms(words[0] ?? '')
          return words.flatMap(indexedForms).map((word) => {
            const prominence = (first.includes(word) ? 8 : 0) + Math.max(0, 8 - words.length)
            return (weights[field] ?? 0) * (1 + prominence / 16) * test(word)
          })
        }),
      ),
    )
  }

  function find(typed: string, fields: readonly string[]): Map<string, number> {
    const words = [...new Set(wordsOf(typed.slice(0, 200)))].slice(0, 8).map((word) => word.slice(0, 30))
    const named = words.filter(isDistinctive)
    const distinctive = named.length > 0 ? named : words.slice(0, 1)
    const readings = [
      () => words.map(asTyped),
      () => resegment(words).map(asTyped),
      () => distinctive.map(asTyped),
      () => words.map((word) => (hasPrefix(searchedForm(word)) ? asTyped(word) : withErrors(word))),
      () => words.map(withErrors),
      () => distinctive.map(withErrors),
    ]
    for (const reading of readings) {
      const tests = reading()
      const scored = [...documents].map(([id, document]) => [id, gainsOf(document, tests, fields)] as const)
      const matching = scored.filter(([, gains]) => gains.length > 0 && gains.every((gain) => gain > 0))
      if (matching.length > 0) return new Map(matching.map(([id, gains]) => [id, sumOf(gains)]))
    }
    const others = words.filter((word) => !distinctive.includes(word)).map(asTyped)
    const similar = distinctive.map(withErrors)
    const partial = [...documents].flatMap(([id, document]) => {
      const gains = gainsOf(document, similar, fields).filter((gain) => gain > 0)
      if (gains.length === 0) return []
      return [{ id, gains: [...gains, ...gainsOf(document, others, fields).filter((gain) => gain > 0)] }]
    })
    const most = Math.max(...partial.map(({ gains }) => gains.length))
    return new Map(
      partial.filter(({ gains }) => gains.length === most).map(({ id, gains }) => [id, sumOf(gains)]),
    )
  }

  return function select({
    text,
    fields = Object.keys(weights),
    filter,
    order,
    size,
  }: Selection<string, string, string>) {
    const scores = text === undefined ? undefined : find(text, fields)
    const rankOf = (id: string) => {
      if (!order) return scores ? -(scores.get(id) ?? 0) : 0
      const value = documents.get(id)?.numbers[order.by] ?? null
      if (value === null) return Infinity
      return order.isAscending ? value : -value
    }
    return [...documents]
      .filter(([id]) => !scores || scores.has(id))
      .filter(([, { category }]) => !filter?.categories?.length || filter.categories.includes(category))
      .filter(([, { tags }]) => (filter?.tags ?? []).every((tag) => tags.includes(tag)))
      .filter(([, { numbers }]) => areIn(filter?.ranges ?? [], numbers))
      .filter(([, { variants }]) => {
        const { variantRanges = [] } = filter ?? {}
        return variantRanges.length === 0 || variants.some((numbers) => areIn(variantRanges, numbers))
      })
      .map(([id]) => id)
      .sort((a, b) => {
        const [first, second] = [rankOf(a), rankOf(b)]
        // Sums of the same numbers in another order differ in the last digits.
        return Math.abs(first - second) < 1e-9 || first === second ? compareIds(a, b) : first - second
      })
      .slice(0, size)
  }
}

const lazily = <Value>(compute: () => Value): (() => Value) => {
  const computed = memoize(compute)
  return () => computed(undefined)
}

function memoize<Key, Value>(compute: (key: Key) => Value): (key: Key) => Value {
  const entries = new Map<Key, { value: Value }>()
  return (key) => {
    const entry = entries.get(key) ?? { value: compute(key) }
    entries.set(key, entry)
    return entry.value
  }
}

const areIn = (
  ranges: readonly { of: string; least: number; most: number }[],
  numbers: Record<string, number | null>,
): boolean =>
  ranges.every(({ of, least, most }) => {
    const value = numbers[of] ?? NaN
    return value >= least && value <= most
  })

const sumOf = (numbers: number[]) => numbers.reduce((sum, number) => sum + number, 0)

const closeness = (typed: string, word: string, errors: number) =>
  (([1, 0.6, 0.4][errors] ?? 0) * (0.5 + Math.min(1, typed.length / word.length) / 2)) /
  (typed !== word && /\d/.test(typed) ? 8 : 1)

/** Letters to add, remove or replace (Levenshtein), or infinite where they are more than 2 for the lengths alone. */
function editDistance(from: string, to: string): number {
  if (Math.abs(from.length - to.length) > 2) return Infinity
  let row = Array.from({ length: to.length + 1 }, (_, at) => at)
  Array.from(from, (letter, index) => {
    const next = [index + 1]
    Array.from(to, (otherLetter, at) =>
      next.push(
        Math.min(
          (next[at] ?? 0) + 1,
          (row[at + 1] ?? 0) + 1,
          (row[at] ?? 0) + (letter === otherLetter ? 0 : 1),
        ),
      ),
    )
    row = next
  })
  return row[to.length] ?? 0
}
