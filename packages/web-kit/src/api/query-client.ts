import { QueryClient } from '@tanstack/react-query'
import { ProblemError } from './problem-error'

/** How long an answer is shown without asking again. */
export const FRESH_MS = 30_000
const RETRIES = 2

/** The cache of everything read from the API: one for the page, shared by all remotes. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        // What the service refused it will refuse again; an outage may be over in a second.
        retry: (failures, error) =>
          failures < RETRIES && !(error instanceof ProblemError && error.status >= 400 && error.status < 500),
        retryDelay: (attempt) => 400 * 2 ** attempt,
        // A browser that believes to be offline should still say what it cannot show.
        networkMode: 'always',
      },
    },
  })
}
