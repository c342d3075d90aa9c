import cookie from '@fastify/cookie'
import { type RevocationList } from '@offquad/contracts'
import {
  buildService,
  createInvalidationPublisher,
  openRevocations,
  pingMongo,
  type Revocations,
  watchOutbox,
} from '@offquad/service-kit'
import { type FastifyInstance } from 'fastify'
import { registerAlerts } from './alerts/alerts.routes'
import { registerContact } from './contact/contact.routes'
import { type Context } from './context'
import { createOutboxFlusher } from './deliver-outboxes'
import { registerFrequentQuestions } from './frequent-questions/frequent-questions.routes'
import { registerLists } from './lists/lists.routes'
import { finishRoleChange, settleRoles } from './people/change-role'
import { registerPeople } from './people/people.routes'
import { registerPrivacy } from './privacy/privacy.routes'
import { registerSaved } from './saved/saved.routes'
import { registerMyPlaces } from './places/my-places.routes'
import { listRevocations } from './sessions/revoke-tokens'
import { registerSessions } from './sessions/sessions.routes'
import { registerSignIn } from './sign-in/sign-in.routes'
import { registerWaitingSignIns } from './waiting-sign-ins/waiting-sign-ins.routes'

export async function buildApp(context: Context): Promise<FastifyInstance> {
  const invalidations = createInvalidationPublisher(context.events, 'svc-users')
  const readRevocations = (): Promise<RevocationList> =>
    listRevocations({ ...context, finishRoleChange: () => finishRoleChange({ ...context, revocations }) })
  const revocations: Revocations = openRevocations({
    read: readRevocations,
    events: context.events,
    log: context.log,
  })
  const deps = {
    ...context,
    revocations,
    listRevocations: readRevocations,
    flushOutboxes: createOutboxFlusher(context),
    publishInvalidation: () => invalidations.publish(),
  }
  watchOutbox('submission-photos', context.pendingBuildings.photoUsage.backlog)
  watchOutbox('deleted-submission-photos', context.pendingBuildings.releasedPhotos.backlog)
  watchOutbox('suggestions', context.pendingBuildings.suggestions.backlog)
  watchOutbox('question-decisions', context.contactQuestions.decisions.backlog)
  watchOutbox('submission-decisions', context.pendingBuildings.decisions.backlog)
  watchOutbox('sign-in-mails', context.waitingSignIns.unsentMails)
  watchOutbox('deleted-accounts', context.accountDeletions.unpublished)
  return buildService({
    name: 'svc-users',
    holds: 'Accounts',
    publishesChanges: true,
    events: context.events,
    revocations,
    config: context.config,
    log: context.log,
    checks: { database: () => pingMongo(context.connection) },
    async register(app) {
      await app.register(cookie)
      registerSignIn(app, deps)
      registerSessions(app, deps)
      registerPeople(app, deps)
      registerWaitingSignIns(app, deps)
      registerSaved(app, context)
      registerMyPlaces(app, context)
      registerLists(app, context)
      registerAlerts(app, deps)
      registerContact(app, deps)
      registerPrivacy(app, deps)
      registerFrequentQuestions(app, deps)
      // The configured roles may have changed since the last start.
      app.addHook('onReady', () => settleRoles(deps))
      app.addHook('onClose', async () => invalidations.close())
    },
  })
}
