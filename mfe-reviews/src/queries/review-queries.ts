import {
  getReviews,
  type PlacedReview,
  type QueryOf,
  type ReplyOf,
  type Review,
  REVIEW_READS,
} from '@offquad/contracts'
import { api, apiQuery, invalidateReads, type ProblemError } from '@offquad/web-kit'
import {
  type InfiniteData,
  keepPreviousData,
  type QueryClient,
  useInfiniteQuery,
} from '@tanstack/react-query'

type ReviewPage = ReplyOf<typeof getReviews>
type ReviewPages = InfiniteData<ReviewPage, string | undefined>
export type ReviewQuery = Omit<QueryOf<typeof getReviews>, 'size' | 'cursor'>

const NEXT_PAGE_SIZE = 8

/**
 * The reviews of an apartment or a landlord, page by page; the first page may be inlined in the HTML.
 * @param firstSize size of the first page; later ones have eight reviews
 */
export function useReviewPages(query: ReviewQuery, firstSize: number) {
  const first = apiQuery(getReviews, { query: { ...query, size: firstSize } })
  const inlined = typeof first.initialData === 'function' ? first.initialData() : first.initialData
  return useInfiniteQuery<ReviewPage, ProblemError, ReviewPages, readonly unknown[], string | undefined>({
    queryKey: [...first.queryKey, 'pages'],
    queryFn: ({ pageParam: cursor, signal }) =>
      api(getReviews, {
        query: { ...query, size: cursor === undefined ? firstSize : NEXT_PAGE_SIZE, cursor },
        signal,
      }),
    initialPageParam: undefined,
    getNextPageParam: ({ next }) => next,
    // Keeps the current reviews on screen until those of another filter are loaded.
    placeholderData: keepPreviousData,
    ...(inlined && {
      initialData: { pages: [inlined], pageParams: [undefined] },
      initialDataUpdatedAt: first.initialDataUpdatedAt,
    }),
  })
}

/** The reviews of all loaded pages, each once: one whose position changed may be on two pages. */
export function loadedReviews({ pages }: ReviewPages): PlacedReview[] {
  const byId = new Map(pages.flatMap(({ items }) => items).map((review) => [review.id, review]))
  return [...byId.values()]
}

/** Updates the number of likes of a review in every cached list. */
export function setLikesInPages(client: QueryClient, { id }: Pick<Review, 'id'>, likes: number): void {
  client.setQueriesData<ReviewPages>({ queryKey: [getReviews.path] }, (known) => {
    if (!known) return undefined
    const withLikes = (review: PlacedReview) => (review.id === id ? { ...review, likes } : review)
    return {
      ...known,
      pages: known.pages.map((page) => ({ ...page, items: page.items.map(withLikes) })),
    }
  })
}

/** Refetches everything on the page that shows reviews or numbers derived from them. */
export const refreshReviews = (client: QueryClient): Promise<void> => invalidateReads(client, REVIEW_READS)
