import { type Endpoint, type ReplyOf } from '@offquad/contracts'
import { type QueryClient, queryOptions, useQuery, type UseQueryResult } from '@tanstack/react-query'
import { pageData, pageLoadedAt } from '../page-data'
import { api, type ApiArguments } from './api'
import { type ProblemError } from './problem-error'
import { FRESH_MS } from './query-client'
import { urlOf } from './send'

// Later the responses in the page may be older than data that the reader has already seen.
const isPageFresh = () => Date.now() - pageLoadedAt() < FRESH_MS

type ReadArguments<E extends Endpoint> = Pick<ApiArguments<E>, 'params' | 'query' | 'asUser'>

/**
 * Query options of a read, for `useQuery`, `fetchQuery` and the like. A response that the gateway wrote into the page is
 * its initial data. The query key begins with the endpoint's path.
 */
export function apiQuery<E extends Endpoint>(endpoint: E, call: ReadArguments<E> = {}) {
  const url = urlOf(endpoint, call)
  const inlined = isPageFresh() ? pageData().answers.find(({ path }) => path === url) : undefined
  return queryOptions<ReplyOf<E>, ProblemError>({
    queryKey: [endpoint.path, call.params ?? {}, call.query ?? {}],
    queryFn: ({ signal }) => api(endpoint, { ...call, signal }),
    // The service worker keeps public responses beyond the session.
    meta: { isPublic: endpoint.access === 'anyone' && !call.asUser },
    // The gateway fetched it from the same service, which serializes by this schema.
    ...(inlined && { initialData: inlined.body as ReplyOf<E>, initialDataUpdatedAt: pageLoadedAt() }),
  })
}

/** Reads an endpoint, cached for all components of the page; renders again when the data changes. */
export function useApi<E extends Endpoint>(
  endpoint: E,
  call: ReadArguments<E> = {},
): UseQueryResult<ReplyOf<E>, ProblemError> {
  return useQuery(apiQuery(endpoint, call))
}

/**
 * Marks every cached reply of these endpoints as stale, with any parameters, and refetches the replies that the page
 * shows. Call it after a write, with the reads whose replies the write changes.
 * @example await invalidateReads(client, REVIEW_READS)
 * @returns settles when the refetches have
 */
export function invalidateReads(
  client: QueryClient,
  endpoints: readonly Pick<Endpoint, 'path'>[],
): Promise<void> {
  const paths = new Set<unknown>(endpoints.map(({ path }) => path))
  return client.invalidateQueries({ predicate: ({ queryKey: [path] }) => paths.has(path) })
}
