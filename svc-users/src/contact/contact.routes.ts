import {
  addContactQuestion,
  addPendingBuilding,
  getContactQuestions,
  getPendingBuildings,
  updateContactQuestionStatus,
  updatePendingBuildingStatus,
} from '@offquad/contracts'
import { NotFoundError, requireIdentity, route } from '@offquad/service-kit'
import { type FastifyInstance } from 'fastify'
import { submitApartment, type SubmitDeps, submitQuestion } from './submit-form'

interface ContactDeps extends SubmitDeps {
  /** There is something to tell other services; nobody waits for that. */
  requestMessages: () => void
}

export function registerContact(app: FastifyInstance, deps: ContactDeps): void {
  const { pendingBuildings, contactQuestions } = deps

  route(app, addPendingBuilding, async ({ body, caller, log }) => {
    const id = await submitApartment(deps, requireIdentity(caller).userId, body)
    log.info({ pendingBuildingId: id }, 'apartment submitted')
    deps.requestMessages()
    return id
  })

  route(app, addContactQuestion, async ({ body, caller, log }) => {
    const id = await submitQuestion(deps, requireIdentity(caller).userId, body)
    log.info({ contactQuestionId: id }, 'question asked')
    return id
  })

  route(app, getPendingBuildings, ({ params }) => pendingBuildings.listIn(params.status))

  route(app, getContactQuestions, ({ params }) => contactQuestions.listIn(params.status))

  route(app, updatePendingBuildingStatus, async ({ params: { id, status }, caller, log }) => {
    const updated = await pendingBuildings.setStatus(id, status)
    if (!updated) throw new NotFoundError('pending-building-not-found', `There is no submission "${id}".`)
    log.info({ pendingBuildingId: id, status, by: caller.identity?.userId }, 'submission decided')
    return updated
  })

  route(app, updateContactQuestionStatus, async ({ params: { id, status }, caller, log }) => {
    const updated = await contactQuestions.setStatus(id, status)
    if (!updated) throw new NotFoundError('contact-question-not-found', `There is no question "${id}".`)
    log.info({ contactQuestionId: id, status, by: caller.identity?.userId }, 'question decided')
    return updated
  })
}
