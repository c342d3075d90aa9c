import { type Endpoint, type ReplyOf } from '@offquad/contracts'
import { queryOptions, useQuery, type UseQueryResult } from '@tanstack/react-query'
import { pageData } from '../page-data'
import { api, type ApiArguments } from './api'
import { type ProblemError } from './problem-error'
import { FRESH_MS } from './query-client'
import { urlOf } from './send'

const pageLoadedAt = Date.now()

// Later its answers may be of another time than what the reader saw since.
const isPageFresh = () => Date.now() - pageLoadedAt < FRESH_MS

type ReadArguments<E extends Endpoint> = Pick<ApiArguments<E>, 'params' | 'query' | 'asUser'>

/** A read of the API for react-query; the answer that came with the page counts as its first one. */
export function apiQuery<E extends Endpoint>(endpoint: E, call: ReadArguments<E> = {}) {
  const url = urlOf(endpoint, call)
  const inlined = isPageFresh() ? pageData().answers.find(({ path }) => path === url) : undefined
  return queryOptions<ReplyOf<E>, ProblemError>({
    queryKey: [endpoint.path, call.params ?? {}, call.query ?? {}],
    queryFn: ({ signal }) => api(endpoint, { ...call, signal }),
    // The gateway took it from the same service, serialized by the same schema.
    ...(inlined && { initialData: inlined.body as ReplyOf<E>, initialDataUpdatedAt: pageLoadedAt }),
  })
}

/** Reads an endpoint and keeps the answer; renders again when it changes. */
export function useApi<E extends Endpoint>(
  endpoint: E,
  call: ReadArguments<E> = {},
): UseQueryResult<ReplyOf<E>, ProblemError> {
  return useQuery(apiQuery(endpoint, call))
}
