import {
  getReviews,
  type PlacedReview,
  type QueryOf,
  type ReplyOf,
  type Review,
  REVIEW_READS,
} from '@offquad/contracts'
import { useMediaQuery } from '@offquad/ui'
import { api, apiQuery, invalidateReads, type ProblemError } from '@offquad/web-kit'
import {
  type InfiniteData,
  keepPreviousData,
  type QueryClient,
  useInfiniteQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useEffect } from 'react'

type ReviewPage = ReplyOf<typeof getReviews>
type ReviewPages = InfiniteData<ReviewPage, PageStart>
/** The cursor at which a page begins, and its size; undefined for the first page. */
type PageStart = { size: number; cursor: string } | undefined
export type ReviewQuery = Omit<QueryOf<typeof getReviews>, 'size' | 'cursor'>

const NEXT_PAGE_SIZE = 8
const WIDE_PAGE_SIZE = 12

/**
 * The reviews of an apartment or a landlord, page by page. The first page may be inlined in the HTML, which does not depend on
 * the window's width: a wide window immediately loads up to twelve reviews, and then twelve at a time.
 * @param firstSize size of the first page; later ones have eight reviews in a narrow window
 */
export function useReviewPages(query: ReviewQuery, firstSize: number) {
  const isWide = useMediaQuery('(min-width: 601px)')
  const first = apiQuery(getReviews, { query: { ...query, size: firstSize } })
  const inlined = typeof first.initialData === 'function' ? first.initialData() : first.initialData
  // A card requests the first page before this is rendered.
  const requested = useQueryClient().getQueryState<ReviewPage>(first.queryKey)
  const known = requested?.isInvalidated ? undefined : (requested?.data ?? inlined)
  const pages = useInfiniteQuery<ReviewPage, ProblemError, ReviewPages, readonly unknown[], PageStart>({
    queryKey: [...first.queryKey, 'pages'],
    queryFn({ pageParam = { size: firstSize }, signal, client, queryKey }) {
      // The card's request may still be under way. This query itself retries.
      if (client.getQueryData(queryKey) === undefined) return client.fetchQuery({ ...first, retry: false })
      return api(getReviews, { query: { ...query, ...pageParam }, signal })
    },
    initialPageParam: undefined,
    getNextPageParam: ({ next }, { length }) => {
      const wideSize = length === 1 ? WIDE_PAGE_SIZE - firstSize : WIDE_PAGE_SIZE
      return next === undefined ? undefined : { size: isWide ? wideSize : NEXT_PAGE_SIZE, cursor: next }
    },
    // Keeps the current reviews on screen until those of another filter are loaded.
    placeholderData: keepPreviousData,
    ...(known && {
      initialData: { pages: [known], pageParams: [undefined] },
      initialDataUpdatedAt: requested?.dataUpdatedAt ?? first.initialDataUpdatedAt,
    }),
  })
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = pages
  const isFirst = data?.pages.length === 1
  useEffect(() => {
    if (isWide && isFirst && hasNextPage && !isFetching && !isError) void fetchNextPage()
  }, [isWide, isFirst, hasNextPage, isFetching, isError, fetchNextPage])
  return pages
}

/** The reviews of all loaded pages without duplicates: a review whose position changed may be on two pages. */
export function loadedReviews({ pages }: ReviewPages): PlacedReview[] {
  const byId = new Map(pages.flatMap(({ items }) => items).map((review) => [review.id, review]))
  return [...byId.values()]
}

/** Updates the number of likes of a review in every cached list. */
export function setLikesInPages(client: QueryClient, { id }: Pick<Review, 'id'>, likes: number): void {
  const withLikes = (page: ReviewPage): ReviewPage => ({
    ...page,
    items: page.items.map((review) => (review.id === id ? { ...review, likes } : review)),
  })
  client.setQueriesData<ReviewPages | ReviewPage>(
    { queryKey: [getReviews.path] },
    (cached) =>
      cached && ('pages' in cached ? { ...cached, pages: cached.pages.map(withLikes) } : withLikes(cached)),
  )
}

/** Refetches everything on the page that shows reviews or numbers derived from them. */
export const refreshReviews = (client: QueryClient): Promise<void> => invalidateReads(client, REVIEW_READS)
