import { getModeratedReviews, type ModeratedReview } from '@offquad/contracts'
import { queryFailure, type QueryFailure, useApi } from '@offquad/web-kit'
import { useState } from 'react'
import { PAGE_SIZE } from '../../components/pagination'
import { useDecidedIds } from '../../components/undoable-decisions'
import { type QueueStatus } from './review-decisions'

/** The reviews of one status, a page at a time; reviews with a pending decision are left out at once. */
export interface ReviewGroup {
  status: QueueStatus
  /** Pending Reviews */
  title: string
  /** The reviews of the page, newest first. */
  reviews: ModeratedReview[]
  /** The number of reviews on all pages; undefined while it loads. */
  total: number | undefined
  failure: QueryFailure | undefined
  /** The number of reviews before the page. */
  offset: number
  setOffset: (offset: number) => void
  isOpen: boolean
  setIsOpen: (isOpen: boolean) => void
  /** Whether a review is neither on the page nor on the next one; false while they load. */
  lacks: (id: string) => boolean
}

// Two pages: as reviews are decided, the next ones move up without a request.
const FETCH_SIZE = 2 * PAGE_SIZE

function useReviewGroup(status: QueueStatus, title: string, isOpenAtFirst = true): ReviewGroup {
  const [offset, setOffset] = useState(0)
  const [isOpen, setIsOpen] = useState(isOpenAtFirst)
  const query = useApi(getModeratedReviews, { query: { status, offset, size: FETCH_SIZE } })
  const { data } = query
  const decided = useDecidedIds()
  // All reviews of the last page were decided: go back a page.
  if (data && offset > 0 && offset >= data.total) setOffset(offset - PAGE_SIZE)
  const undecided = (data?.reviews ?? []).filter(({ id }) => !decided.has(id))
  return {
    status,
    title,
    reviews: undecided.slice(0, PAGE_SIZE),
    total: data && data.total - (data.reviews.length - undecided.length),
    failure: queryFailure(query),
    offset,
    setOffset,
    isOpen,
    setIsOpen,
    lacks: (id) => data !== undefined && data.reviews.every((review) => review.id !== id),
  }
}

export const useReviewGroups = (): ReviewGroup[] => [
  useReviewGroup('REPORTED', 'Reported Reviews'),
  useReviewGroup('PENDING', 'Pending Reviews'),
  useReviewGroup('DECLINED', 'Declined Reviews', false),
]

export const isLoading = ({ total, failure }: ReviewGroup): boolean => total === undefined && !failure

/** Position of the current review; once that is decided here, the next review takes it. */
interface Place {
  status: QueueStatus
  index: number
  /** undefined before the page with it has loaded */
  id: string | undefined
  /** The review as last read, and the offset of its page. */
  read?: { review: ModeratedReview; offset: number } | undefined
}

export interface Reading {
  /** The current review; undefined while it loads, and when none is waiting. */
  review: ModeratedReview | undefined
  /** The review's group. */
  group: ReviewGroup | undefined
  /** Whether it has left its list without a decision made here; it stays until the administrator moves on. */
  isGone: boolean
  /** Position in its group, from 1. */
  position: number
  choose: (group: ReviewGroup, index: number, id?: string) => void
  /** Moves to the next or previous review of all open groups; undefined at their end. */
  next: (() => void) | undefined
  previous: (() => void) | undefined
  /** Moves to the review that takes the position of the current one, which is decided. */
  leave: () => void
}

/** Steps through the reviews of all open groups; reviews that arrive meanwhile do not change the current one. */
export function useReading(groups: ReviewGroup[]): Reading {
  const [place, setPlace] = useState<Place>()
  const open = groups.filter(({ isOpen }) => isOpen)
  const placed = open.find(({ status }) => status === place?.status)
  const read = place?.read?.offset === placed?.offset ? place?.read?.review : undefined
  const isGone = Boolean(read && placed?.lacks(read.id))
  const chosen = isGone || placed?.total !== 0 ? placed : undefined
  const group = chosen ?? open.find((candidate) => candidate.reviews.length > 0 || isLoading(candidate))
  const { reviews = [], offset = 0, total = 0, setOffset = () => undefined } = group ?? {}
  const placeIndex = reviews.findIndex(({ id }) => id === place?.id)
  const last = isGone ? reviews.length : Math.max(reviews.length - 1, 0)
  const index = placeIndex >= 0 ? placeIndex : Math.min(chosen ? (place?.index ?? 0) : 0, last)
  const review = isGone ? read : reviews[index]
  if (group && review && !isGone && (place?.read?.review !== review || place.index !== index))
    setPlace({ status: group.status, index, id: review.id, read: { review, offset } })

  const choose = (to: ReviewGroup, at: number, id = to.reviews[at]?.id) =>
    setPlace({ status: to.status, index: at, id })
  function towards(by: 1 | -1): (() => void) | undefined {
    if (!group) return undefined
    // A review that left its list was replaced by the next one.
    const to = isGone && by === 1 ? index : index + by
    if (reviews[to]) return () => choose(group, to)
    const isLastPage = by === 1 ? offset + reviews.length >= total : offset === 0
    if (!isLastPage)
      return () => {
        setOffset(offset + by * PAGE_SIZE)
        setPlace({ status: group.status, index: by === 1 ? 0 : PAGE_SIZE - 1, id: undefined })
      }
    const groupsAhead =
      by === 1 ? open.slice(open.indexOf(group) + 1) : open.slice(0, open.indexOf(group)).toReversed()
    const nextGroup = groupsAhead.find((candidate) => candidate.reviews.length > 0)
    return nextGroup && (() => choose(nextGroup, by === 1 ? 0 : nextGroup.reviews.length - 1))
  }
  const leave = () => setPlace((current) => current && { ...current, id: undefined, read: undefined })
  return {
    review,
    group,
    isGone,
    position: offset + index + 1,
    choose,
    next: towards(1) ?? (isGone ? leave : undefined),
    previous: towards(-1),
    leave,
  }
}
