import { type QueryClient } from '@tanstack/react-query'

/** Refetches everything on the page that shows reviews or their counts. */
export const refreshReviews = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({
    predicate: ({ queryKey: [path] }) => /review|listings|landlord|page-data/.test(String(path)),
  })
