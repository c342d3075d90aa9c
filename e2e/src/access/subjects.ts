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
    case 'draft guide':
    case 'published guide':
      return createGuide(kind, helpers)
    default:
      return createReview(kind, owner, helpers)
  }
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
