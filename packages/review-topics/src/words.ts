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

/** These contrast what follows with what came before, or change the subject. */
const BEGINS_CLAUSE = new Set(
  'but although though tho however yet except whereas while despite otherwise besides'.split(' '),
)
/** Text without punctuation is cut here, because judging a clause takes time quadratic in its length. */
const LONGEST_CLAUSE = 60
const BEGINS_PART = new Set(
  'and so because which when if since until unless then plus as who where'.split(' '),
)

/** The clauses of a text: what is judged in one of them says nothing about the others. */
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
