import {
  type getReviews,
  OPINIONS,
  type PlacedReview,
  type QueryOf,
  type ReplyOf,
  type Review,
  type ReviewSort,
} from '@offquad/contracts'
import { passagesAbout } from '@offquad/review-topics'
import { type Caller, InvalidInputError, monthOf, toPage } from '@offquad/service-kit'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import {
  type ListedSubject,
  type PublicReviewsRepository,
  type ReviewCursor,
  type ReviewFilter,
} from './public-reviews.repository'
import { type ReviewSubjectsRepository } from './review-subjects.repository'
import { type PresentDeps, presentReviews } from './review.presenter'
import { type StoredReview } from './stored-review'

type Query = QueryOf<typeof getReviews>

export interface ListDeps {
  publicReviews: PublicReviewsRepository & PresentDeps
  subjects: Pick<ReviewSubjectsRepository, 'findNames'>
}

const PAGE_SIZE = 8

/** A page of visible reviews. `next` continues after its last review, even if new ones have arrived since. */
export async function listReviews(
  { publicReviews, subjects }: ListDeps,
  query: Query,
  caller: Caller,
): Promise<ReplyOf<typeof getReviews>> {
  const { sort = 'recent', size = PAGE_SIZE, cursor } = query
  const subject = subjectOf(query)
  const filter = await filterOf(publicReviews, query)
  const after = cursor === undefined ? undefined : decodeCursor(sort, cursor)
  const [fetched, total] = await Promise.all([
    // Fetches one more than requested, to know whether there is another page.
    publicReviews.listPage(subject, filter, { sort, after, size: size + 1 }),
    publicReviews.count(subject, filter),
  ])
  const { items: page, ...next } = toPage(fetched, size, (review) => keyOf(sort, review))
  const presented = await presentReviews(publicReviews, page, caller)
  return { items: withMentions(await withSubjectNames(subjects, presented), filter), total, ...next }
}

/** @throws InvalidInputError unless exactly one subject is named */
export function subjectOf({ aptId, landlordId }: Pick<Query, 'aptId' | 'landlordId'>): ListedSubject {
  if (aptId !== undefined && landlordId === undefined) return { aptId }
  if (landlordId !== undefined && aptId === undefined) return { landlordId }
  const message = 'name one apartment (aptId) or one landlord (landlordId)'
  throw new InvalidInputError('invalid-input', `To list reviews, ${message}.`, [{ field: 'aptId', message }])
}

async function filterOf(publicReviews: ListDeps['publicReviews'], query: Query): Promise<ReviewFilter> {
  const { stars, year, withPhotos = false, bedrooms, q = '' } = query
  return {
    stars: [...new Set(stars?.split(',').map(Number))],
    ...(year !== undefined && { year }),
    withPhotos,
    ...(bedrooms !== undefined && {
      bedrooms: {
        count: bedrooms,
        subjects: await publicReviews.findSharingSubjects(subjectOf(query), bedrooms),
      },
    }),
    // MongoDB rejects patterns with a NUL character.
    words: q.replaceAll('\0', ' ').split(/\s+/).filter(Boolean),
    ...topicOf(query),
  }
}

/** @throws InvalidInputError for an opinion without a topic */
function topicOf({ topic, opinion }: Query): Pick<ReviewFilter, 'topic'> {
  if (topic !== undefined) return { topic: { topic, opinions: opinion ? [opinion] : OPINIONS } }
  if (opinion === undefined) return {}
  const message = 'needs a topic: name one (topic), or leave it out'
  throw new InvalidInputError('invalid-input', `opinion ${message}.`, [{ field: 'opinion', message }])
}

const withMentions = (reviews: PlacedReview[], { topic }: ReviewFilter): PlacedReview[] =>
  topic
    ? reviews.map((review) => ({ ...review, mentions: passagesAbout(review.reviewText, topic) }))
    : reviews

async function withSubjectNames(subjects: ListDeps['subjects'], reviews: Review[]): Promise<PlacedReview[]> {
  const names = await subjects.findNames({
    aptIds: [...new Set(reviews.flatMap(({ aptId }) => aptId ?? []))],
    landlordIds: [...new Set(reviews.map(({ landlordId }) => landlordId))],
  })
  return reviews.map((review) => ({
    ...review,
    place: {
      aptName: review.aptId === null ? undefined : names.ofApartment(review.aptId),
      landlordName: names.ofLandlord(review.landlordId) ?? '',
    },
  }))
}

const Key = Type.Tuple([
  Type.String(),
  Type.Number(),
  Type.String({ pattern: '^\\d{4}-(0[1-9]|1[0-2])$' }),
  Type.String({ maxLength: 64 }),
])

/** The text in a cursor after a review. */
function keyOf(sort: ReviewSort, review: StoredReview): string {
  const key: Static<typeof Key> = [sort, valueIn(sort, review), monthOf(review.date), review.id]
  return JSON.stringify(key)
}

function valueIn(sort: ReviewSort, { likes, overallRating }: StoredReview): number {
  if (sort === 'recent') return 0
  return sort === 'helpful' ? likes : overallRating
}

/** @throws InvalidInputError when the cursor is invalid, or from a list in a different order */
function decodeCursor(sort: ReviewSort, cursor: string): ReviewCursor {
  const key = parse(Buffer.from(cursor, 'base64url').toString())
  if (!Value.Check(Key, key) || key[0] !== sort) {
    const message = 'is not the `next` of a page of this list: leave it out to begin again'
    throw new InvalidInputError('invalid-cursor', `cursor ${message}`, [{ field: 'cursor', message }])
  }
  const [, value, month, id] = key
  return { value, month, id }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
