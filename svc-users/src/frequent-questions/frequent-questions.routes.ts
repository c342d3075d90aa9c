import {
  getFrequentQuestions,
  importFrequentQuestions as importFrequentQuestionsCall,
} from '@offquad/contracts'
import { route } from '@offquad/service-kit'
import { type FastifyInstance } from 'fastify'
import { type FrequentQuestionsRepository } from './frequent-questions.repository'
import { importFrequentQuestions } from './import-frequent-questions'

interface FrequentQuestionsDeps {
  frequentQuestions: FrequentQuestionsRepository
  /** Notifies the gateways that public responses have changed. */
  publishInvalidation: () => void
}

export function registerFrequentQuestions(
  app: FastifyInstance,
  { frequentQuestions, publishInvalidation }: FrequentQuestionsDeps,
): void {
  route(app, getFrequentQuestions, () => frequentQuestions.list())

  route(app, importFrequentQuestionsCall, async ({ body, log }) => {
    const results = await importFrequentQuestions(frequentQuestions, body)
    publishInvalidation()
    log.info({ rows: results.length, dryRun: body.dryRun ?? false }, 'frequent questions imported')
    return { results }
  })
}
