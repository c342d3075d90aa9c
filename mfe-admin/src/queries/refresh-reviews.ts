import { type QueryClient } from '@tanstack/react-query'

/** Reads again whatever shows reviews, counts of them, or what was decided about them. */
export const refreshReviews = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ predicate: ({ queryKey: [path] }) => /review|moderation/.test(String(path)) })
