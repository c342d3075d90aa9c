/** A word of a text. */
export interface Word {
  /** In lower case, with straight apostrophes. */
  text: string
  /** Indexes in the text, in UTF-16 code units; `end` is exclusive. */
  start: number
  end: number
  /** The number of its part in the clause: commas and words such as "and" begin the next one. */
  part: number
  /** The number of its sentence in the text. */
  sentence: number
}

const WORD = /[\p{L}\p{N}]+(?:['’][\p{L}\p{N}]+)*/gu
const ENDS_CLAUSE = /[.!?;:()[\]"“”\n—–…]|\s-\s/
const ENDS_SENTENCE = /[.!?\n…]/
const ENDS_PART = /[,/]/

/** Words that introduce a contrast, or change the subject. */
const BEGINS_CLAUSE = new Set(
  'but although though tho however yet except whereas while despite otherwise besides'.split(' '),
)
/** Text without punctuation is cut here, because judging a clause takes time quadratic in its length. */
const LONGEST_CLAUSE = 60
const BEGINS_PART = new Set(
  'and so because which when if since until unless then plus as who where'.split(' '),
)

/** The clauses of a text: a judgement in one clause says nothing about other clauses. */
export function splitClauses(text: string): Word[][] {
  const clauses: Word[][] = []
  let clause: Word[] = []
  let part = 0
  let sentence = 0
  let end = 0
  for (const match of text.matchAll(WORD)) {
    const word = match[0].toLowerCase().replaceAll('’', "'")
    const gap = text.slice(end, match.index)
    if (ENDS_SENTENCE.test(gap)) sentence += 1
    const isNext = ENDS_CLAUSE.test(gap) || BEGINS_CLAUSE.has(word) || clause.length === LONGEST_CLAUSE
    if (clause.length > 0 && isNext) {
      clauses.push(clause)
      clause = []
      part = 0
    }
    if (ENDS_PART.test(gap) || BEGINS_PART.has(word)) part += 1
    end = match.index + match[0].length
    clause.push({ text: word, start: match.index, end, part, sentence })
  }
  if (clause.length > 0) clauses.push(clause)
  return clauses
}

/** A match of a phrase: the indexes of its first and last word in the clause. */
export interface Match<Meaning> {
  meanings: readonly Meaning[]
  first: number
  last: number
}

/** A word, a prefix (`repair*`), or up to four words without a negation (`…`). */
type Slot = '…' | { alternatives: readonly string[] }

interface Phrase<Meaning> {
  slots: readonly Slot[]
  meanings: Meaning[]
}

const LONGEST_GAP = 4
const DENIES = /^(?:no|not|never|hardly|barely|without)$|n't$/

/**
 * Finds phrases in a clause, the longest one at each word.
 * @param meanings phrases with their meanings. A phrase consists of words separated by single spaces; `fix|repair` stands
 *   for either word, `leak*` for any word with that prefix, `…` for up to four words without a negation
 */
export function createPhraseFinder<Meaning>(
  meanings: Iterable<readonly [phrase: string, meaning: Meaning]>,
): (clause: readonly Word[]) => Match<Meaning>[] {
  const phrases = new Map<string, Phrase<Meaning>>()
  for (const [text, meaning] of meanings) {
    const phrase = phrases.get(text) ?? { slots: text.split(' ').map(readSlot), meanings: [] }
    phrase.meanings.push(meaning)
    phrases.set(text, phrase)
  }
  const byFirstLetter = new Map<string, Set<Phrase<Meaning>>>()
  for (const phrase of phrases.values()) {
    const [first] = phrase.slots
    if (first === undefined || first === '…') throw new Error('A phrase begins with a word.')
    for (const alternative of first.alternatives) {
      const letter = alternative.charAt(0)
      byFirstLetter.set(letter, (byFirstLetter.get(letter) ?? new Set()).add(phrase))
    }
  }

  function longestAt(clause: readonly Word[], first: number): Match<Meaning> | undefined {
    let longest: { phrases: Phrase<Meaning>[]; last: number } | undefined
    for (const phrase of byFirstLetter.get(clause[first]?.text.charAt(0) ?? '') ?? []) {
      const last = lastOf(phrase.slots, 0, clause, first)
      if (last === undefined || (longest && last < longest.last)) continue
      if (longest?.last === last) longest.phrases.push(phrase)
      else longest = { phrases: [phrase], last }
    }
    return longest && { first, last: longest.last, meanings: longest.phrases.flatMap((hit) => hit.meanings) }
  }

  return (clause) => {
    const matches: Match<Meaning>[] = []
    for (let at = 0; at < clause.length;) {
      const match = longestAt(clause, at)
      if (match) matches.push(match)
      at = match ? match.last + 1 : at + 1
    }
    return matches
  }
}

function readSlot(text: string): Slot {
  if (text === '…') return text
  return { alternatives: text.split('|') }
}

/** The index of the phrase's last word if its slots from `slot` on match from the word `at` on. */
function lastOf(
  slots: readonly Slot[],
  slot: number,
  clause: readonly Word[],
  at: number,
): number | undefined {
  const wanted = slots[slot]
  if (wanted === undefined) return at - 1
  if (wanted !== '…') {
    const word = clause[at]?.text
    return word !== undefined && fits(word, wanted.alternatives)
      ? lastOf(slots, slot + 1, clause, at + 1)
      : undefined
  }
  for (let skipped = 0; skipped <= LONGEST_GAP; skipped += 1) {
    const last = lastOf(slots, slot + 1, clause, at + skipped)
    if (last !== undefined) return last
    if (DENIES.test(clause[at + skipped]?.text ?? '')) return undefined
  }
  return undefined
}

const fits = (word: string, alternatives: readonly string[]): boolean =>
  alternatives.some((entry) => (entry.endsWith('*') ? word.startsWith(entry.slice(0, -1)) : word === entry))
