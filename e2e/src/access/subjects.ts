import { reviewForm } from '../reviews'
import { type Caller } from './callers'

/** Kinds of subjects of calls; each request gets a new one, so that requests do not affect each other. */
export type SubjectKind =
  | 'apartment'
  | 'landlord'
  | 'pending review'
  | 'approved review'
  | 'reported review'
  | 'deleted review'
  | 'photo'
  | 'account'
  | 'question'
  | 'suggested apartment'
  | 'draft guide'
  | 'published guide'
  | 'list'
  | 'list of one call'
  | 'list link'
  | 'queue'
  | 'app'

/** From the demo data. */
const APARTMENT = 'demo-1'
const LANDLORD = 'demo-landlord-14'
const APP = 'mfe-reviews'
const QUEUE = 'review-counts'

export const REVIEW_FORM = reviewForm({
  aptId: APARTMENT,
  landlordId: LANDLORD,
  reviewText: 'Written for a line of the access table.',
})

export const GUIDE = {
  title: 'A guide of the access table',
  summary: 'Written for its lines.',
  body: '## Who may read it\n\nEveryone.',
}

/** The callers that creating a subject requires in addition to its owner. */
export interface Helpers {
  moderator: Caller
  reporter: Caller
}

/** Creates a subject of `owner` and returns its id. */
export async function createSubject(kind: SubjectKind, owner: Caller, helpers: Helpers): Promise<string> {
  switch (kind) {
    case 'apartment':
      return APARTMENT
    case 'landlord':
      return LANDLORD
    case 'queue':
      return QUEUE
    case 'app':
      return APP
    case 'account':
      return owner.userId
    case 'photo':
      return owner.upload()
    case 'question':
      return owner.create('/api/add-contact-question', { name: 'n', email: 'n@example.org', msg: 'm' })
    case 'suggested apartment':
      return owner.create('/api/add-pending-building', { name: 'Elm House' })
    case 'list of one call':
      return createList(owner)
    case 'list':
    case 'list link':
      return (await sharedListOf(owner))[kind]
    case 'draft guide':
    case 'published guide':
      return createGuide(kind, helpers)
    default:
      return createReview(kind, owner, helpers)
  }
}

const createList = (owner: Caller): Promise<string> =>
  owner.create('/api/lists', { name: 'Fall', memberName: 'Somebody', showsMinutes: true })

type SharedList = Record<'list' | 'list link', string>
const sharedLists = new Map<Caller, Promise<SharedList>>()

/** One list for each owner, who can have twenty. */
function sharedListOf(owner: Caller): Promise<SharedList> {
  const existing = sharedLists.get(owner)
  if (existing) return existing
  const created = createList(owner).then(async (list) => {
    await owner.put(`/api/lists/${list}/places/${APARTMENT}`)
    const link = await owner.invite(list)
    return { list, 'list link': link }
  })
  sharedLists.set(owner, created)
  return created
}

/** Its slug is its id. */
async function createGuide(kind: 'draft guide' | 'published guide', { moderator }: Helpers): Promise<string> {
  const id = await moderator.create('/api/admin/guides', GUIDE)
  await moderator.put(`/api/admin/guides/${id}`, { ...GUIDE, slug: id, version: 1 })
  if (kind === 'published guide')
    await moderator.put(`/api/admin/guides/${id}/state`, { state: 'published', version: 2 })
  return id
}

type ReviewKind = Extract<SubjectKind, `${string} review`>

async function createReview(kind: ReviewKind, owner: Caller, helpers: Helpers): Promise<string> {
  const id = await owner.create('/api/new-review', REVIEW_FORM)
  if (kind === 'deleted review') await owner.put(`/api/update-review-status/${id}/DELETED`)
  if (kind === 'approved review' || kind === 'reported review')
    await helpers.moderator.put(`/api/update-review-status/${id}/APPROVED`)
  if (kind === 'reported review') await helpers.reporter.put(`/api/update-review-status/${id}/REPORTED`)
  return id
}
