import { cleanText, type FrequentQuestion, type ImportBatch, type ImportOutcome } from '@offquad/contracts'
import { type FrequentQuestionsRepository } from './frequent-questions.repository'

/** Creates or updates questions from rows of a file. The text of the question identifies a row. */
export async function importFrequentQuestions(
  repository: FrequentQuestionsRepository,
  { rows, dryRun }: ImportBatch,
): Promise<ImportOutcome[]> {
  const answers = new Map((await repository.list()).map(({ question, answer }) => [question, answer]))
  const changed = new Map<string, FrequentQuestion>()
  const outcomes = rows.map(({ line, value }): ImportOutcome => {
    const [question, answer] = [textOf(value.question), textOf(value.answer)]
    if (!question) return { line, outcome: 'rejected', reason: 'question is missing' }
    if (!answer) return { line, outcome: 'rejected', reason: 'answer is missing' }
    const stored = answers.get(question)
    if (stored === answer) return { line, outcome: 'unchanged' }
    answers.set(question, answer)
    changed.set(question, { question, answer })
    return { line, outcome: stored === undefined ? 'created' : 'updated' }
  })
  if (!dryRun && changed.size > 0) await repository.save([...changed.values()])
  return outcomes
}

const textOf = (value: unknown): string => (typeof value === 'string' ? cleanText(value) : '')
