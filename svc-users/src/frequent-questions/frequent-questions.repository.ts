import { randomUUID } from 'node:crypto'
import { type FrequentQuestion } from '@offquad/contracts'
import { retryOnFailover } from '@offquad/service-kit'
import { type Connection } from 'mongoose'
import { frequentQuestionModel } from './frequent-question.model'

export type FrequentQuestionsRepository = ReturnType<typeof createFrequentQuestionsRepository>

export function createFrequentQuestionsRepository(connection: Connection) {
  const model = frequentQuestionModel(connection)

  return {
    async list(): Promise<FrequentQuestion[]> {
      const found = await model.find().sort({ position: 1, _id: 1 }).lean()
      return found.map(({ question, answer }) => ({ question, answer }))
    },

    /** New questions join the end of the list in the given order; known ones keep their place. */
    async save(questions: FrequentQuestion[]): Promise<void> {
      const last = await model.findOne().sort({ position: -1 }).lean()
      const operations = questions.map(({ question, answer }, index) => ({
        updateOne: {
          filter: { question },
          update: {
            $set: { answer },
            $setOnInsert: { _id: randomUUID(), position: (last?.position ?? 0) + index + 1 },
          },
          upsert: true,
        },
      }))
      await retryOnFailover(() => model.bulkWrite(operations, { throwOnValidationError: true }))
    },
  }
}
