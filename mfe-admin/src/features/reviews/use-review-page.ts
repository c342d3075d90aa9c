import { getModeratedReviews, type Review } from '@offquad/contracts'
import { type ProblemError, useApi } from '@offquad/web-kit'
import { useState } from 'react'
import { PAGE_SIZE } from '../../components/pages'
import { useWaitingDecisions } from '../../components/waiting-decisions'
import { type DecidedStatus } from './decisions'

interface ReviewPage {
  /** Without what was just decided. */
  reviews: Review[]
  /** In all pages; undefined while they load */
  total: number | undefined
  offset: number
  turnTo: (offset: number) => void
  failure: { error: ProblemError; onRetry: () => unknown } | undefined
}

/** The reviews of one status, newest first, a page at a time. */
export function useReviewPage(status: DecidedStatus): ReviewPage {
  const [offset, setOffset] = useState(0)
  const { data, error, refetch } = useApi(getModeratedReviews, { query: { status, offset, size: PAGE_SIZE } })
  const decided = new Set(useWaitingDecisions().map(({ id }) => id))
  // The last ones of the last page were decided: the page before it is the last one now.
  if (data && offset > 0 && offset >= data.total) setOffset(offset - PAGE_SIZE)
  const failure = error && !data ? { error, onRetry: refetch } : undefined
  if (!data) return { reviews: [], total: undefined, offset, turnTo: setOffset, failure }
  const reviews = data.reviews.filter(({ id }) => !decided.has(id))
  const total = data.total - (data.reviews.length - reviews.length)
  return { reviews, total, offset, turnTo: setOffset, failure }
}
