import cookie from '@fastify/cookie'
import { buildService, pingMongo } from '@offquad/service-kit'
import { type FastifyInstance } from 'fastify'
import { registerAccounts } from './accounts/accounts.routes'
import { type Context } from './context'
import { registerFrequentQuestions } from './frequent-questions/frequent-questions.routes'
import { registerSaved } from './saved/saved.routes'

export async function buildApp(context: Context): Promise<FastifyInstance> {
  return buildService({
    name: 'svc-users',
    config: context.config,
    log: context.log,
    checks: { database: () => pingMongo(context.connection) },
    async register(app) {
      await app.register(cookie)
      registerAccounts(app, context)
      registerSaved(app, context)
      registerFrequentQuestions(app, context.frequentQuestions)
    },
  })
}
