import {
  addContactQuestion,
  addPendingBuilding,
  type ContactStatus,
  getContactLog,
  getContactQuestions,
  getPendingBuildings,
  type PendingBuilding,
  photoIdOf,
  updateContactQuestionStatus,
  updatePendingBuildingStatus,
} from '@offquad/contracts'
import { type Call, NotFoundError, requireIdentity, route } from '@offquad/service-kit'
import { findDoubtfulWords } from '@offquad/service-kit/profanity'
import { type FastifyInstance } from 'fastify'
import { type Catalog, requireKnown } from '../catalog-client'
import { logDecisions, type LogDecisionsDeps } from './log-decisions'
import { type DecidedBy } from './submissions.repository'
import { submitApartment, type SubmitDeps, submitQuestion } from './submit-form'

const PAGE_SIZE = 20

interface ContactDeps extends SubmitDeps, LogDecisionsDeps {
  catalog: Catalog
  tokens: {
    /** A key with which svc-reviews shows a photo that is not public. */
    photoKey: (photoId: string, now: Date) => string
  }
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

  route(app, getPendingBuildings, async ({ params }) =>
    (await pendingBuildings.listIn(params.status))
      .map(withKeys)
      .map((building) => withDoubts(building, [building.name, building.address])),
  )

  route(app, getContactQuestions, async ({ params }) =>
    (await contactQuestions.listIn(params.status)).map((item) => withDoubts(item, [item.name, item.msg])),
  )

  route(app, updatePendingBuildingStatus, async (request) => {
    const { params, query } = request
    const { aptId } = query
    if (params.status === 'COMPLETED' && aptId !== undefined)
      await requireKnown(deps.catalog, { kind: 'apartment', itemId: aptId })
    return withKeys(await decide(pendingBuildings, 'pending-building', request, aptId))
  })

  route(app, updateContactQuestionStatus, (request) => decide(contactQuestions, 'contact-question', request))

  route(app, getContactLog, async ({ query: { adminId, after, size = PAGE_SIZE } }) => {
    // Administrators see their latest decisions without waiting for the sweep.
    await logDecisions(deps)
    return deps.contactLog.listPage(adminId === undefined ? {} : { adminId }, { after, size })
  })

  /** Only administrators see the photos of a submission. */
  const withKeys = (building: PendingBuilding): PendingBuilding => ({
    ...building,
    photos: building.photos.flatMap((photo) => {
      const id = photoIdOf(photo)
      return id === undefined ? photo : `${photo}?key=${deps.tokens.photoKey(id, deps.now())}`
    }),
  })

  /**
   * Stores an administrator's decision on a submission.
   * @throws NotFoundError when there is no such submission
   */
  async function decide<Submission>(
    submissions: {
      setStatus(id: string, status: ContactStatus, by: DecidedBy): Promise<Submission | undefined>
    },
    kind: 'pending-building' | 'contact-question',
    {
      params: { id, status },
      query,
      caller,
      log,
    }: Pick<Call<typeof updateContactQuestionStatus>, 'params' | 'query' | 'caller' | 'log'>,
    aptId?: string,
  ): Promise<Submission> {
    const { userId: adminId } = requireIdentity(caller)
    const decided = await submissions.setStatus(id, status, { adminId, seen: query.from, aptId })
    if (!decided) throw new NotFoundError(`${kind}-not-found`, `There is no submission "${id}".`)
    log.info({ kind, id, status, adminId }, 'submission decided')
    deps.flushOutboxes()
    return decided
  }
}

function withDoubts<Item extends object>(item: Item, texts: string[]): Item & { doubtfulWords?: string[] } {
  const doubtfulWords = findDoubtfulWords(texts.join('\n'))
  return doubtfulWords.length > 0 ? { ...item, doubtfulWords } : item
}
