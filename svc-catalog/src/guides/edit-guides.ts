import { randomUUID } from 'node:crypto'
import { cleanText, type GuideState, guideSlugOf, isSeen, MAX_GUIDES } from '@offquad/contracts'
import {
  ConflictError,
  idempotencyKeyUsed,
  idOfWrite,
  InvalidInputError,
  NotFoundError,
} from '@offquad/service-kit'
import {
  type GuideContent,
  type GuideEdit,
  type GuidesRepository,
  type StoredGuide,
} from './guides.repository'
import { renderGuide } from './render-guide'

export interface EditGuidesDeps {
  guides: GuidesRepository
  now: () => Date
}

interface Addition {
  content: Omit<GuideContent, 'slug'> & { slug?: string }
  adminId: string
}

/**
 * Adds a draft. Requests with the same key add it once.
 * @throws InvalidInputError without a title, ConflictError when another guide has the slug
 */
export const addGuide = (
  deps: EditGuidesDeps,
  addition: Addition,
  idempotencyKey: string | undefined,
): Promise<StoredGuide> => addOnce(deps, addition, idOfWrite(addition.adminId, idempotencyKey))

async function addOnce(deps: EditGuidesDeps, addition: Addition, id: string): Promise<StoredGuide> {
  const { adminId, content } = addition
  const { guides, now } = deps
  const cleaned = cleanedContent(content)
  const stored = await guides.find(id)
  if (stored) return requireSame(stored, { ...cleaned, slug: content.slug ?? stored.slug })
  if ((await guides.listAll()).length >= MAX_GUIDES)
    throw new ConflictError('too-many-guides', `There are ${MAX_GUIDES} guides: delete one first.`)

  const slug = content.slug ?? (await freeSlug(guides, cleaned.title))
  const date = now()
  const guide = withMinutes({ ...cleaned, id, slug, state: 'draft', updatedAt: date, version: 1 })
  const edit = { change: randomUUID(), adminId, date, action: 'added' as const }
  if (await guides.add(guide, edit)) return guide
  if (content.slug !== undefined && !(await guides.find(id))) throw slugTaken(content.slug)
  // The draft was stored concurrently or before a failover, or a concurrent guide has the slug of this title.
  return addOnce(deps, addition, id)
}

function requireSame(stored: StoredGuide, content: GuideContent): StoredGuide {
  if (differs(stored, content)) throw idempotencyKeyUsed('guide', stored.id)
  return stored
}

interface Edit {
  id: string
  /** Version of the guide that was read. */
  version: number
  adminId: string
}

/** @throws InvalidInputError for invalid content, ConflictError if the guide has changed since it was read */
export const changeGuide = (deps: EditGuidesDeps, edit: Edit, content: GuideContent): Promise<StoredGuide> =>
  change(deps, { ...edit, action: 'changed' }, (stored) => {
    if (stored.state === 'published' && content.slug !== stored.slug)
      throw new InvalidInputError('slug-published', 'Make it a draft first: links lead to its address.', [
        { field: 'slug', message: 'The address of a published guide stays: make it a draft first.' },
      ])
    return { ...cleanedContent(content), slug: content.slug }
  })

/** @throws InvalidInputError when a guide without a summary or a text would be published, ConflictError like `changeGuide` */
export const setGuideState = (deps: EditGuidesDeps, edit: Edit, state: GuideState): Promise<StoredGuide> =>
  change(deps, { ...edit, action: state === 'published' ? 'published' : 'unpublished' }, () => ({ state }))

/** @throws ConflictError like `changeGuide` */
export async function deleteGuide(deps: EditGuidesDeps, edit: Edit): Promise<void> {
  if ((await deps.guides.find(edit.id))?.state === 'deleted') return
  await change(deps, { ...edit, action: 'deleted' }, () => ({
    state: 'deleted',
    // No slug has this character.
    slug: `~${edit.id}`,
    summary: '',
    body: '',
  }))
}

/** A change that is already stored succeeds with any version: the response to it may have been lost. */
async function change(
  deps: EditGuidesDeps,
  { id, version, adminId, action }: Edit & Pick<GuideEdit, 'action'>,
  changesOf: (stored: StoredGuide) => Partial<StoredGuide>,
): Promise<StoredGuide> {
  const stored = await deps.guides.find(id)
  if (!stored || (stored.state === 'deleted' && action !== 'deleted'))
    throw new NotFoundError('guide-not-found', 'This guide was deleted.')
  const changes = changesOf(stored)
  if (!differs(stored, changes)) return stored
  if (stored.version !== version)
    throw new ConflictError('guide-changed', 'Somebody else has changed this guide since you opened it.')
  const date = deps.now()
  const changed = withMinutes({ ...stored, ...changes, updatedAt: date, version: version + 1 })
  if (changed.state === 'published') requirePublishable(changed)
  const edit = { change: randomUUID(), adminId, date, action }
  if (await deps.guides.change(stored, changed, edit)) return changed
  const isSlugTaken = changed.slug !== stored.slug && !(await deps.guides.isFree(changed.slug))
  if (isSlugTaken && (await deps.guides.find(id))?.version === version) throw slugTaken(changed.slug)
  return change(deps, { id, version, adminId, action }, changesOf)
}

const differs = (stored: StoredGuide, changes: Partial<StoredGuide>): boolean =>
  Object.entries(changes).some(([field, value]) => stored[field as keyof StoredGuide] !== value)

const withMinutes = (guide: Omit<StoredGuide, 'minutes'>): StoredGuide => ({
  ...guide,
  minutes: renderGuide(guide.body).minutes,
})

function cleanedContent<Content extends Omit<GuideContent, 'slug'>>({ title, summary, body }: Content) {
  const line = (text: string) => cleanText(text).replace(/\s+/g, ' ')
  if (!isSeen(title)) throw missing('title', 'A guide needs a title.')
  return { title: line(title), summary: line(summary), body: cleanText(body) }
}

function requirePublishable({ summary, body }: GuideContent): void {
  if (!isSeen(summary)) throw missing('summary', 'A published guide needs a summary.')
  if (!isSeen(body)) throw missing('body', 'A published guide needs a text.')
}

const missing = (field: string, message: string) =>
  new InvalidInputError('guide-incomplete', message, [{ field, message }])

const slugTaken = (slug: string) =>
  new ConflictError('slug-taken', `Another guide has the address "${slug}".`, [
    { field: 'slug', message: 'Another guide has this address.' },
  ])

async function freeSlug(guides: GuidesRepository, title: string): Promise<string> {
  const base = guideSlugOf(title) || 'guide'
  let slug = base
  for (let number = 2; !(await guides.isFree(slug)); number += 1) slug = `${base.slice(0, 60)}-${number}`
  return slug
}
