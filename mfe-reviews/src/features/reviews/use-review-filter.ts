import { useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import { readReviewFilter, type ReviewFilter, writeReviewFilter } from './review-filter'

export interface ReviewFilterState {
  filter: ReviewFilter
  /** `replace` changes the current entry of the browser's history instead of adding one. */
  change: (part: Partial<ReviewFilter>, options?: { replace?: boolean }) => void
}

/** The filter of the reviews on this page. It is part of the URL: a link shows the same, and Back undoes a change. */
export function useReviewFilter(): ReviewFilterState {
  const [params, setParams] = useSearchParams()
  return {
    filter: useMemo(() => readReviewFilter(params), [params]),
    change(part, { replace = false } = {}) {
      setParams((current) => writeReviewFilter(current, { ...readReviewFilter(current), ...part }), {
        replace,
        preventScrollReset: true,
      })
    },
  }
}
