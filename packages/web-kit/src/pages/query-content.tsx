import { Button, StateMessage } from '@offquad/ui'
import { type UseQueryResult } from '@tanstack/react-query'
import { Fragment, type ReactNode } from 'react'
import { type ProblemError } from '../api/problem-error'

interface LoadFailureProps {
  /** The failure: 'The questions cannot be loaded right now.' */
  title: string
  error: ProblemError
  onRetry: () => unknown
  /** The heading level, if the message is the whole page. */
  heading?: 'h1'
}

/** Replaces content that could not be loaded, with the reason and a button to try again. */
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

/** The used part of a react-query result; results of `useApi`, `useQuery` and `useInfiniteQuery` fit. */
type QueryState<Data> = Pick<UseQueryResult<Data, Error>, 'data' | 'error'> & {
  refetch: () => Promise<unknown>
}

/** The reason why nothing can be shown, as props of `LoadFailure`. */
export interface QueryFailure {
  error: ProblemError
  onRetry: () => unknown
}

/**
 * The failure of queries that are shown together: the first error of a query without data. undefined while they load,
 * once all have data, and when only a refetch failed: then the previous data stays on the page. For components that
 * render failures themselves; all others use `QueryContent`.
 * @example const failure = queryFailure(useApi(getSavedApartments), useApi(getSavedLandlords))
 * @returns `onRetry` refetches all of them
 */
export function queryFailure(...queries: readonly QueryState<unknown>[]): QueryFailure | undefined {
  const failed = queries.find(({ data, error }) => error !== null && data === undefined)
  if (!failed) return undefined
  return {
    // API calls always reject with a ProblemError; infinite queries are typed with Error.
    error: failed.error as ProblemError,
    onRetry: () => Promise.all(queries.map(({ refetch }) => refetch())),
  }
}

interface QueryContentProps<Data> {
  query: QueryState<Data>
  /** Title of a failure: 'The questions cannot be loaded right now.' */
  failure: string
  /** Shown while it loads: a skeleton in the shape of the content. */
  fallback: ReactNode
  children: (data: Data) => ReactNode
}

/**
 * Shows the data of a query; until it has loaded the fallback, and after a failure the reason and 'Try again'.
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
  // Keys make React replace the element. If it were reused, its move would count as a layout shift.
  return query.data === undefined ? (
    <Fragment key="loading">{fallback}</Fragment>
  ) : (
    <Fragment key="loaded">{children(query.data)}</Fragment>
  )
}
