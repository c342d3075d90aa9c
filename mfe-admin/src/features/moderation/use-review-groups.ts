import { getModeratedReviews, type ModeratedReview } from '@offquad/contracts'
import { queryFailure, type QueryFailure, useApi } from '@offquad/web-kit'
import { useState } from 'react'
import { PAGE_SIZE } from '../../components/pagination'
import { useDecidedIds } from '../../components/undoable-decisions'
import { type QueueStatus } from './review-decisions'

/** The reviews of one status, a page at a time; those that were decided on are left out at once. */
export interface ReviewGroup {
  status: QueueStatus
  /** Pending Reviews */
  title: string
  /** Of the page, newest first. */
  reviews: ModeratedReview[]
  /** On all pages; undefined while it loads. */
  total: number | undefined
  failure: QueryFailure | undefined
  /** How many reviews precede the page. */
  offset: number
  setOffset: (offset: number) => void
  isOpen: boolean
  setIsOpen: (isOpen: boolean) => void
  /** Whether it is neither on the page nor on the next one; false while they load. */
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

/** Which review is read. Once it is decided here, the one that took its place. */
interface Place {
  status: QueueStatus
  index: number
  /** undefined before the page with it has loaded */
  id: string | undefined
  /** As it was read last, on the page that begins there. */
  read?: { review: ModeratedReview; offset: number } | undefined
}

export interface Reading {
  /** The review that is read; undefined while it loads, and when nothing is waiting. */
  review: ModeratedReview | undefined
  /** Its group. */
  group: ReviewGroup | undefined
  /** It has left its list without a decision made here; it stays until the reader goes on. */
  isGone: boolean
  /** Which one of its group it is, from 1. */
  position: number
  choose: (group: ReviewGroup, index: number, id?: string) => void
  /** Goes on to the next review, or the previous one, of all open groups; undefined at their end. */
  next: (() => void) | undefined
  previous: (() => void) | undefined
  /** Goes on to the review that takes the place of the one that is read, which is decided. */
  leave: () => void
}

/** Reads the reviews of all open groups, one after the other; what arrives meanwhile changes nothing of that. */
export function useReading(groups: ReviewGroup[]): Reading {
  const [place, setPlace] = useState<Place>()
  const open = groups.filter(({ isOpen }) => isOpen)
  const placed = open.find(({ status }) => status === place?.status)
  const read = place?.read?.offset === placed?.offset ? place?.read?.review : undefined
  const isGone = Boolean(read && placed?.lacks(read.id))
  const chosen = isGone || placed?.total !== 0 ? placed : undefined
  const group = chosen ?? open.find((candidate) => candidate.reviews.length > 0 || isLoading(candidate))
  const { reviews = [], offset = 0, total = 0, setOffset = () => undefined } = group ?? {}
  const found = reviews.findIndex(({ id }) => id === place?.id)
  const last = isGone ? reviews.length : Math.max(reviews.length - 1, 0)
  const index = found >= 0 ? found : Math.min(chosen ? (place?.index ?? 0) : 0, last)
  const review = isGone ? read : reviews[index]
  if (group && review && !isGone && (place?.read?.review !== review || place.index !== index))
    setPlace({ status: group.status, index, id: review.id, read: { review, offset } })

  const choose = (to: ReviewGroup, at: number, id = to.reviews[at]?.id) =>
    setPlace({ status: to.status, index: at, id })
  function towards(by: 1 | -1): (() => void) | undefined {
    if (!group) return undefined
    // The one that took its place is the next one.
    const to = isGone && by === 1 ? index : index + by
    if (reviews[to]) return () => choose(group, to)
    const isLastPage = by === 1 ? offset + reviews.length >= total : offset === 0
    if (!isLastPage)
      return () => {
        setOffset(offset + by * PAGE_SIZE)
        setPlace({ status: group.status, index: by === 1 ? 0 : PAGE_SIZE - 1, id: undefined })
      }
    const others =
      by === 1 ? open.slice(open.indexOf(group) + 1) : open.slice(0, open.indexOf(group)).toReversed()
    const other = others.find((candidate) => candidate.reviews.length > 0)
    return other && (() => choose(other, by === 1 ? 0 : other.reviews.length - 1))
  }
  const leave = () => setPlace((left) => left && { ...left, id: undefined, read: undefined })
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
