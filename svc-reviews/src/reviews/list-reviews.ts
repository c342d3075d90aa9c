import { type getReviews, type PlacedReview, type QueryOf, type ReplyOf } from '@offquad/contracts'
import { type Caller, InvalidInputError } from '@offquad/service-kit'
import {
  type PublicReviewsRepository,
  type ReviewFilter,
  type ReviewSubject,
} from './public-reviews.repository'
import { decodeCursor, encodeCursor } from './review-cursor'
import { type ReviewSubjectsRepository } from './review-subjects.repository'
import { presentReview } from './review.presenter'
import { type StoredReview } from './stored-review'

type Query = QueryOf<typeof getReviews>

export interface ListDeps {
  publicReviews: PublicReviewsRepository
  subjects: Pick<ReviewSubjectsRepository, 'findNames'>
}

const PAGE_SIZE = 8

/** A page of the visible reviews of a place; `next` leads on from its last review, whatever arrives meanwhile. */
export async function listReviews(
  { publicReviews, subjects }: ListDeps,
  query: Query,
  caller: Caller,
): Promise<ReplyOf<typeof getReviews>> {
  const { sort = 'recent', size = PAGE_SIZE, cursor } = query
  const subject = subjectOf(query)
  const filter = filterOf(query)
  const after = cursor === undefined ? undefined : decodeCursor(sort, cursor)
  const [found, total] = await Promise.all([
    // One more than asked for says whether there is another page.
    publicReviews.listPage(subject, filter, { sort, after, size: size + 1 }),
    publicReviews.count(subject, filter),
  ])
  const page = found.slice(0, size)
  const last = page.at(-1)
  return {
    items: await withPlaces(subjects, page, caller),
    total,
    ...(last && found.length > size && { next: encodeCursor(sort, { value: valueIn(sort, last), ...last }) }),
  }
}

/** @throws InvalidInputError unless exactly one is named */
export function subjectOf({ aptId, landlordId }: Pick<Query, 'aptId' | 'landlordId'>): ReviewSubject {
  if (aptId !== undefined && landlordId === undefined) return { aptId }
  if (landlordId !== undefined && aptId === undefined) return { landlordId }
  const message = 'name one apartment (aptId) or one landlord (landlordId)'
  throw new InvalidInputError('invalid-input', `To list reviews, ${message}.`, [{ field: 'aptId', message }])
}

function filterOf({ stars, year, withPhotos = false, bedrooms, q = '' }: Query): ReviewFilter {
  return {
    stars: [...new Set(stars?.split(',').map(Number))],
    ...(year !== undefined && { year }),
    withPhotos,
    ...(bedrooms !== undefined && { bedrooms }),
    // A database refuses patterns with a NUL.
    words: q.replaceAll('\0', ' ').split(/\s+/).filter(Boolean),
  }
}

function valueIn(sort: NonNullable<Query['sort']>, { likes, overallRating }: StoredReview): number {
  if (sort === 'recent') return 0
  return sort === 'helpful' ? likes : overallRating
}

async function withPlaces(
  subjects: ListDeps['subjects'],
  reviews: StoredReview[],
  caller: Caller,
): Promise<PlacedReview[]> {
  const names = await subjects.findNames({
    aptIds: [...new Set(reviews.flatMap(({ aptId }) => aptId ?? []))],
    landlordIds: [...new Set(reviews.map(({ landlordId }) => landlordId))],
  })
  return reviews.map((review) => {
    const aptName = review.aptId === null ? undefined : names.ofApartment(review.aptId)
    return {
      ...presentReview(review, caller),
      place: {
        ...(aptName !== undefined && { aptName }),
        landlordName: names.ofLandlord(review.landlordId) ?? '',
      },
    }
  })
}
