import cookie from '@fastify/cookie'
import { announceAnswers, buildService, pingMongo, watchOutbox } from '@offquad/service-kit'
import { type FastifyInstance } from 'fastify'
import { registerAccounts } from './accounts/accounts.routes'
import { registerContact } from './contact/contact.routes'
import { type Context } from './context'
import { registerFrequentQuestions } from './frequent-questions/frequent-questions.routes'
import { createMessageRequest } from './messages'
import { registerPrivacy } from './privacy/privacy.routes'
import { registerSaved } from './saved/saved.routes'

export async function buildApp(context: Context): Promise<FastifyInstance> {
  const answers = announceAnswers(context.events, 'svc-users')
  const deps = {
    ...context,
    requestMessages: createMessageRequest(context),
    announceAnswers: () => answers.announce(),
  }
  watchOutbox('submission-photos', context.pendingBuildings.untoldPhotos)
  watchOutbox('question-decisions', context.contactQuestions.unloggedBacklog)
  watchOutbox('submission-decisions', context.pendingBuildings.unloggedBacklog)
  watchOutbox('deleted-accounts', context.accountDeletions.untold)
  return buildService({
    name: 'svc-users',
    holds: 'Accounts',
    publishesChanges: true,
    events: context.events,
    config: context.config,
    log: context.log,
    checks: { database: () => pingMongo(context.connection) },
    async register(app) {
      await app.register(cookie)
      registerAccounts(app, context)
      registerSaved(app, context)
      registerContact(app, deps)
      registerPrivacy(app, deps)
      registerFrequentQuestions(app, deps)
      app.addHook('onClose', async () => answers.close())
    },
  })
}
