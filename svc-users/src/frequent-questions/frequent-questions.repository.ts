import { randomUUID } from 'node:crypto'
import { type FrequentQuestion } from '@offquad/contracts'
import { documentSchema, required, retryOnFailover } from '@offquad/service-kit'
import { type Connection } from 'mongoose'

interface FrequentQuestionDocument {
  _id: string
  question: string
  answer: string
  /** Position in the list, from 1. */
  position: number
}

const schema = documentSchema<FrequentQuestionDocument>({
  _id: required.text,
  question: { ...required.text, unique: true },
  answer: required.text,
  position: { ...required.number, index: true },
})

export type FrequentQuestionsRepository = ReturnType<typeof createFrequentQuestionsRepository>

export function createFrequentQuestionsRepository(connection: Connection) {
  const model = connection.model('FrequentQuestion', schema, 'faqs')

  return {
    async list(): Promise<FrequentQuestion[]> {
      const documents = await model.find().sort({ position: 1, _id: 1 }).lean()
      return documents.map(({ question, answer }) => ({ question, answer }))
    },

    /** Appends new questions to the list in the given order; existing questions keep their position. */
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
