import { type ReviewStatus } from '@offquad/contracts'
import { type Who } from './start-reviews'

/** A model of reviews: the rules of the product, as simple as possible. */
export interface ModelReview {
  id: string
  author: Who
  aptId: string
  rating: number
  price: number
  status: ReviewStatus
  likers: Set<Who>
  reporters: Set<Who>
}

export const isAdmin = (who: Who): boolean => who.startsWith('admin')
const isVisible = ({ status }: ModelReview) => status === 'APPROVED' || status === 'REPORTED'
const maySee = (review: ModelReview, who: Who) => isVisible(review) || review.author === who || isAdmin(who)

/** Every change of status that only administrators may make, as "from to". */
export const BY_ADMINS = [
  'REPORTED APPROVED',
  'REPORTED DELETED',
  'PENDING APPROVED',
  'PENDING DECLINED',
  'DECLINED APPROVED',
  'DECLINED DELETED',
]
export const BY_AUTHORS = ['PENDING DELETED', 'APPROVED DELETED', 'DECLINED DELETED']

/** Each action changes the model as it must change the product, and returns whether it succeeds. */
export const ACTIONS = {
  edit(review: ModelReview, who: Who, rating: number): boolean {
    if (who !== review.author || review.status === 'REPORTED' || review.status === 'DELETED') return false
    Object.assign(review, { rating, status: 'PENDING' })
    return true
  },

  like(review: ModelReview, who: Who): boolean {
    if (who === review.author || !isVisible(review)) return false
    review.likers.add(who)
    return true
  },

  unlike(review: ModelReview, who: Who): boolean {
    if (who === review.author || !maySee(review, who)) return false
    review.likers.delete(who)
    return true
  },

  changeStatus(review: ModelReview, who: Who, to: ReviewStatus): boolean {
    if (to === 'REPORTED') return report(review, who)
    const change = `${review.status} ${to}`
    const isAllowed =
      (isAdmin(who) && BY_ADMINS.includes(change)) || (who === review.author && BY_AUTHORS.includes(change))
    if (isAllowed) review.status = to
    return isAllowed
  },
}

function report(review: ModelReview, who: Who): boolean {
  if (who === review.author || !isVisible(review)) return false
  // The same reason again does not reopen what was decided.
  if (!review.reporters.has(who)) review.status = 'REPORTED'
  review.reporters.add(who)
  return true
}

/** The stats of the visible reviews of an apartment. */
export function countOf(reviews: ModelReview[], aptId: string) {
  const visible = reviews.filter((review) => review.aptId === aptId && isVisible(review))
  return { numReviews: visible.length, avgRating: mean(visible.map(({ rating }) => rating)) }
}

const mean = (numbers: number[]): number =>
  numbers.length === 0 ? 0 : numbers.reduce((sum, number) => sum + number, 0) / numbers.length
