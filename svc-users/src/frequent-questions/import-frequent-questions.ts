import { cleanText, type FrequentQuestion, type ImportBatch, type ImportOutcome } from '@offquad/contracts'
import { parseRows, planRows } from '@offquad/service-kit'
import { type FrequentQuestionsRepository } from './frequent-questions.repository'

/** Creates or updates questions from rows of a file. The text of the question identifies a row. */
export async function importFrequentQuestions(
  repository: FrequentQuestionsRepository,
  { rows, dryRun }: ImportBatch,
): Promise<ImportOutcome[]> {
  const answers = new Map((await repository.list()).map(({ question, answer }) => [question, answer]))
  const { writes, outcomes } = planRows(parseRows(rows, parse, 'question'), ({ id: question, answer }) => {
    const isNew = !answers.has(question)
    return { write: answers.get(question) === answer ? undefined : { question, answer, isNew }, notes: [] }
  })
  if (!dryRun && writes.length > 0) await repository.save(writes)
  return outcomes
}

function parse({ question, answer }: { [Field in keyof FrequentQuestion]?: unknown }) {
  const row = { id: textOf(question), answer: textOf(answer) }
  if (row.id && row.answer) return row
  return { reason: `${row.id ? 'answer' : 'question'} is missing` }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? cleanText(value) : '')
