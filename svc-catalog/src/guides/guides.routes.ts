import {
  addGuide as addGuideCall,
  changeGuide as changeGuideCall,
  CHANGED_HEADER,
  deleteGuide as deleteGuideCall,
  formatChanges,
  getGuide,
  getGuideLog,
  getGuides,
  listGuides,
  previewGuide,
  readGuide,
  type RenderedGuide,
  setGuideState as setGuideStateCall,
} from '@offquad/contracts'
import { type InvalidationPublisher, requireIdentity, route, showOnly } from '@offquad/service-kit'
import { type FastifyInstance, type FastifyReply } from 'fastify'
import { LRUCache } from 'lru-cache'
import { throwNotFound } from '../catalog/throw-not-found'
import { addGuide, changeGuide, deleteGuide, type EditGuidesDeps, setGuideState } from './edit-guides'
import { type GuideLogRepository } from './guide-log.repository'
import { type GuidesRepository, type StoredGuide } from './guides.repository'
import { logGuideChanges } from './log-guide-changes'
import { renderGuide } from './render-guide'

interface GuidesDeps extends EditGuidesDeps {
  guideLog: GuideLogRepository
  invalidations: InvalidationPublisher
}

/** One resource for all guides: they reference each other, and are rarely changed. */
const GUIDES = 'guide/all'
const RENDERED = 200
const PAGE_SIZE = 20

export function registerGuides(app: FastifyInstance, deps: GuidesDeps): void {
  const { guides, invalidations } = deps
  // Not stored in the database, so that output of an older renderer never outlives a deploy.
  const rendered = new LRUCache<string, RenderedGuide>({ max: RENDERED })

  function render({ id, version, body }: StoredGuide): RenderedGuide {
    const key = `${id}@${version}`
    const guide = rendered.get(key) ?? renderGuide(body)
    rendered.set(key, guide)
    return guide
  }

  function changed(reply: FastifyReply): void {
    invalidations.publish([GUIDES])
    reply.header(CHANGED_HEADER, formatChanges([{ resource: GUIDES }]))
  }

  route(app, getGuides, async (_call, { reply }) => {
    showOnly(reply, [GUIDES])
    return (await guides.list('published')).map(toSummary)
  })

  route(app, getGuide, async ({ params }, { reply }) => {
    showOnly(reply, [GUIDES])
    const guide = await requirePublished(guides, params.slug)
    return { ...toSummary(guide), ...render(guide) }
  })

  route(app, listGuides, async () => (await guides.listAll()).map(toSource))

  route(app, readGuide, async ({ params: { id } }) => {
    const guide = await guides.find(id)
    return !guide || guide.state === 'deleted' ? throwNotFound('guide', id) : toSource(guide)
  })

  route(app, addGuideCall, async ({ body: content, caller, idempotencyKey, log }) => {
    const { userId: adminId } = requireIdentity(caller)
    const guide = await addGuide(deps, { content, adminId }, idempotencyKey)
    log.info({ guideId: guide.id }, 'guide added')
    return toSource(guide)
  })

  route(app, changeGuideCall, async ({ params: { id }, body, caller, log }, { reply }) => {
    const { userId: adminId } = requireIdentity(caller)
    const { version, ...content } = body
    const guide = await changeGuide(deps, { id, version, adminId }, content)
    changed(reply)
    log.info({ adminId, guideId: id }, 'guide changed')
    return toSource(guide)
  })

  route(app, setGuideStateCall, async ({ params: { id }, body, caller, log }, { reply }) => {
    const { userId: adminId } = requireIdentity(caller)
    const guide = await setGuideState(deps, { id, version: body.version, adminId }, body.state)
    changed(reply)
    log.info({ adminId, guideId: id, state: body.state }, 'state of a guide changed')
    return toSource(guide)
  })

  route(app, deleteGuideCall, async ({ params: { id }, body: { version }, caller, log }, { reply }) => {
    const { userId: adminId } = requireIdentity(caller)
    await deleteGuide(deps, { id, version, adminId })
    changed(reply)
    log.info({ adminId, guideId: id }, 'guide deleted')
    return null
  })

  route(app, getGuideLog, async ({ query: { adminId, after, size = PAGE_SIZE } }) => {
    // Administrators see their latest changes without waiting for the worker.
    await logGuideChanges(deps)
    return deps.guideLog.listPage(adminId === undefined ? {} : { adminId }, { after, size })
  })

  route(app, previewGuide, ({ body: { body } }) => renderGuide(body))
}

/** @throws NotFoundError if there is no such guide, or only a draft */
export async function requirePublished(guides: GuidesRepository, slug: string): Promise<StoredGuide> {
  return (await guides.findPublished(slug)) ?? throwNotFound('guide', slug)
}

const toSummary = ({ slug, title, summary, minutes, updatedAt }: StoredGuide) => ({
  slug,
  title,
  summary,
  minutes,
  updatedAt: updatedAt.toISOString(),
})

/** Not for deleted guides. */
const toSource = (guide: StoredGuide) => ({
  ...toSummary(guide),
  id: guide.id,
  state: guide.state === 'published' ? guide.state : ('draft' as const),
  version: guide.version,
  body: guide.body,
})
