import { Button, StateMessage } from '@offquad/ui'
import { type UseQueryResult } from '@tanstack/react-query'
import { Fragment, type ReactNode } from 'react'
import { type ProblemError } from '../api/problem-error'

interface LoadFailureProps {
  /** What failed: 'The questions cannot be loaded right now.' */
  title: string
  error: ProblemError
  onRetry: () => unknown
  /** Where it is the whole page. */
  heading?: 'h1'
}

/** Replaces content that could not be loaded; says why and offers to try again. */
export function LoadFailure({ title, error, onRetry, heading }: LoadFailureProps) {
  return (
    <StateMessage
      heading={heading}
      title={title}
      detail={error.message}
      action={<Button onClick={() => void onRetry()}>Try again</Button>}
    />
  )
}

/** As much of a react-query result as is read here; results of `useApi`, `useQuery` and `useInfiniteQuery` fit. */
type QueryState<Data> = Pick<UseQueryResult<Data, Error>, 'data' | 'error'> & {
  refetch: () => Promise<unknown>
}

/** Why nothing can be shown, in the props of `LoadFailure`. */
export interface QueryFailure {
  error: ProblemError
  onRetry: () => unknown
}

/**
 * The failure of queries that are shown together: the first error of one that has no data. undefined while they load,
 * once all have data, and when only a refetch failed: then the data of before stays on the page. For components that
 * show a failure their own way; use `QueryContent` for the rest.
 * @example const failure = queryFailure(useApi(getSavedApartments), useApi(getSavedLandlords))
 * @returns `onRetry` refetches all of them
 */
export function queryFailure(...queries: readonly QueryState<unknown>[]): QueryFailure | undefined {
  const failed = queries.find(({ data, error }) => error !== null && data === undefined)
  if (!failed) return undefined
  return {
    // Calls of the API reject with nothing else; infinite queries only know it as an Error.
    error: failed.error as ProblemError,
    onRetry: () => Promise.all(queries.map(({ refetch }) => refetch())),
  }
}

interface QueryContentProps<Data> {
  query: QueryState<Data>
  /** What cannot be shown when it fails: 'The questions cannot be loaded right now.' */
  failure: string
  /** Shown while it loads: a skeleton in the shape of the content. */
  fallback: ReactNode
  children: (data: Data) => ReactNode
}

/**
 * What a query loaded. While there is no data yet it shows the fallback, and where loading failed, why and 'Try again'.
 * @example
 * const questions = useApi(getFrequentQuestions)
 * return (
 *   <QueryContent query={questions} failure="The questions cannot be loaded right now." fallback={<ListSkeleton />}>
 *     {(data) => <Questions questions={data} />}
 *   </QueryContent>
 * )
 */
export function QueryContent<Data>({ query, failure: title, fallback, children }: QueryContentProps<Data>) {
  const failure = queryFailure(query)
  if (failure) return <LoadFailure title={title} error={failure.error} onRetry={failure.onRetry} />
  // With keys, because an element that is both would have moved instead of having been replaced: a layout shift.
  return query.data === undefined ? (
    <Fragment key="loading">{fallback}</Fragment>
  ) : (
    <Fragment key="loaded">{children(query.data)}</Fragment>
  )
}
