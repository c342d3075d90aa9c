import { getReviews, type PlacedReview, type QueryOf, type ReplyOf, type Review } from '@offquad/contracts'
import { api, apiQuery, type ProblemError } from '@offquad/web-kit'
import {
  type InfiniteData,
  keepPreviousData,
  type QueryClient,
  useInfiniteQuery,
} from '@tanstack/react-query'

type ReviewPage = ReplyOf<typeof getReviews>
type ReviewPages = InfiniteData<ReviewPage, string | undefined>
export type ReviewQuery = Omit<QueryOf<typeof getReviews>, 'size' | 'cursor'>

const MORE = 8

/**
 * The reviews of a place, a page at a time; the first page may have come with the HTML.
 * @param firstSize how many the first page has; later ones have eight
 */
export function useReviewPages(query: ReviewQuery, firstSize: number) {
  const first = apiQuery(getReviews, { query: { ...query, size: firstSize } })
  const inlined = typeof first.initialData === 'function' ? first.initialData() : first.initialData
  return useInfiniteQuery<ReviewPage, ProblemError, ReviewPages, readonly unknown[], string | undefined>({
    queryKey: [...first.queryKey, 'pages'],
    queryFn: ({ pageParam: cursor, signal }) =>
      api(getReviews, { query: { ...query, size: cursor === undefined ? firstSize : MORE, cursor }, signal }),
    initialPageParam: undefined,
    getNextPageParam: ({ next }) => next,
    // What is shown stays until the reviews of another filter are there.
    placeholderData: keepPreviousData,
    ...(inlined && {
      initialData: { pages: [inlined], pageParams: [undefined] },
      initialDataUpdatedAt: first.initialDataUpdatedAt,
    }),
  })
}

/** The reviews of all pages. One that has moved in the order meanwhile may be on two of them. */
export function reviewsOf({ pages }: ReviewPages): PlacedReview[] {
  const byId = new Map(pages.flatMap(({ items }) => items).map((review) => [review.id, review]))
  return [...byId.values()]
}

/** Updates the likes of a review wherever it is listed. */
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
