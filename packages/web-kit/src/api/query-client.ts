import { QueryClient } from '@tanstack/react-query'
import { ProblemError } from './problem-error'

/** How long cached data is used without a refetch. */
export const FRESH_MS = 30_000
const RETRIES = 2

/** The page's cache of API reads, shared by all remotes. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        // A rejected request will be rejected again; an outage may be over in a second.
        retry: (failures, error) =>
          failures < RETRIES && !(error instanceof ProblemError && error.status >= 400 && error.status < 500),
        retryDelay: (attempt) => 400 * 2 ** attempt,
        // Offline too, a query should fail and say so rather than wait.
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  })
}
