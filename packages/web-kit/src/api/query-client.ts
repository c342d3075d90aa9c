import { QueryClient } from '@tanstack/react-query'
import { isOffline } from '../is-offline'
import { sessionState, sessionStore } from '../session/session-store'
import { ProblemError } from './problem-error'

/** The time for which cached data is used without a refetch. */
export const FRESH_MS = 30_000
const RETRIES = 2

/** The page's cache of API reads, shared by all remotes. Private data is deleted once the user has signed out. */
export function createQueryClient(): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        // A rejected request will be rejected again, and so will one without a network; an outage may be over in a second.
        retry: (failures, error) =>
          failures < RETRIES &&
          !isOffline() &&
          !(error instanceof ProblemError && error.status >= 400 && error.status < 500),
        retryDelay: (attempt) => 400 * 2 ** attempt,
        // Even offline, a query should report a failure rather than wait.
        networkMode: 'always',
        refetchOnReconnect: true,
      },
      mutations: { networkMode: 'always' },
    },
  })
  // A server has no session, and creates a client for each page.
  if ('document' in globalThis) sessionStore.subscribe(forgetReadsOfOthers(client))
  return client
}

function forgetReadsOfOthers(client: QueryClient): () => void {
  let uid = sessionState().user?.uid
  return () => {
    const before = uid
    uid = sessionState().user?.uid
    if (before !== undefined && uid !== before)
      client.removeQueries({ predicate: ({ meta }) => meta?.isPublic === false })
  }
}
