import {
  getFrequentQuestions,
  importFrequentQuestions as importFrequentQuestionsCall,
} from '@offquad/contracts'
import { route } from '@offquad/service-kit'
import { type FastifyInstance } from 'fastify'
import { type FrequentQuestionsRepository } from './frequent-questions.repository'
import { importFrequentQuestions } from './import-frequent-questions'

export function registerFrequentQuestions(
  app: FastifyInstance,
  repository: FrequentQuestionsRepository,
): void {
  route(app, getFrequentQuestions, () => repository.list())

  route(app, importFrequentQuestionsCall, async ({ body, log }) => {
    const results = await importFrequentQuestions(repository, body)
    log.info({ rows: results.length, dryRun: body.dryRun ?? false }, 'frequent questions imported')
    return { results }
  })
}
