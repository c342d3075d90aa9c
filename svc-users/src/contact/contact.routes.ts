import {
  addContactQuestion,
  addPendingBuilding,
  getContactLog,
  getContactQuestions,
  getPendingBuildings,
  updateContactQuestionStatus,
  updatePendingBuildingStatus,
} from '@offquad/contracts'
import { NotFoundError, requireIdentity, route } from '@offquad/service-kit'
import { type FastifyInstance } from 'fastify'
import { type ContactLogRepository } from './contact-log.repository'
import { logDecisions, type LogDecisionsDeps } from './log-decisions'
import { submitApartment, type SubmitDeps, submitQuestion } from './submit-form'

const PAGE_SIZE = 20

interface ContactDeps extends SubmitDeps, Omit<LogDecisionsDeps, keyof SubmitDeps> {
  contactLog: ContactLogRepository
  /** Triggers the delivery of stored messages; not awaited. */
  flushOutboxes: () => void
}

export function registerContact(app: FastifyInstance, deps: ContactDeps): void {
  const { pendingBuildings, contactQuestions } = deps

  route(app, addPendingBuilding, async ({ body, caller, idempotencyKey, log }) => {
    const { userId } = requireIdentity(caller)
    const id = await submitApartment(deps, { userId, body, idempotencyKey })
    log.info({ pendingBuildingId: id }, 'apartment submitted')
    deps.flushOutboxes()
    return id
  })

  route(app, addContactQuestion, async ({ body, caller, idempotencyKey, log }) => {
    const { userId } = requireIdentity(caller)
    const id = await submitQuestion(deps, { userId, body, idempotencyKey })
    log.info({ contactQuestionId: id }, 'question submitted')
    return id
  })

  route(app, getPendingBuildings, ({ params }) => pendingBuildings.listIn(params.status))

  route(app, getContactQuestions, ({ params }) => contactQuestions.listIn(params.status))

  route(app, updatePendingBuildingStatus, async ({ params: { id, status }, caller, log }) => {
    const { userId: adminId } = requireIdentity(caller)
    const updated = await pendingBuildings.setStatus(id, status, adminId)
    if (!updated) throw new NotFoundError('pending-building-not-found', `There is no submission "${id}".`)
    log.info({ pendingBuildingId: id, status, adminId }, 'submission decided')
    deps.flushOutboxes()
    return updated
  })

  route(app, updateContactQuestionStatus, async ({ params: { id, status }, caller, log }) => {
    const { userId: adminId } = requireIdentity(caller)
    const updated = await contactQuestions.setStatus(id, status, adminId)
    if (!updated) throw new NotFoundError('contact-question-not-found', `There is no question "${id}".`)
    log.info({ contactQuestionId: id, status, adminId }, 'question decided')
    deps.flushOutboxes()
    return updated
  })

  route(app, getContactLog, async ({ query: { adminId, after, size = PAGE_SIZE } }) => {
    // Administrators see their latest decisions without waiting for the sweep.
    await logDecisions(deps)
    return deps.contactLog.listPage(adminId === undefined ? {} : { adminId }, { after, size })
  })
}
