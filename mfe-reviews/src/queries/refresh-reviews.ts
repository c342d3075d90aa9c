import { type QueryClient } from '@tanstack/react-query'

/** Has whatever shows reviews or their counts ask again. */
export const refreshReviews = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({
    predicate: ({ queryKey: [path] }) => /review|listings|landlord|page-data/.test(String(path)),
  })
