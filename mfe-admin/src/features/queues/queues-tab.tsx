import '../../components/admin.css'
import { getQueues, type QueueState, retryFailedJobs } from '@offquad/contracts'
import { Button, showToast, TableHead } from '@offquad/ui'
import { api, apiQuery, countText, type ProblemError } from '@offquad/web-kit'
import { useMutation, useQuery } from '@tanstack/react-query'
import { formatDateTime } from '../../components/format-date-time'
import { Loaded } from '../../components/loaded'

const REFETCH_INTERVAL_MS = 5_000

/** The platform's background jobs: waiting, active, delayed and failed ones. */
export function QueuesTab() {
  const query = useQuery({ ...apiQuery(getQueues), refetchInterval: REFETCH_INTERVAL_MS })
  const retry = useMutation({
    mutationFn: (name: string) => api(retryFailedJobs, { params: { name } }),
    onSuccess: ({ retried }) => showToast('success', `Retrying ${countText(retried, 'job')}.`),
    onError: (problem: ProblemError) => showToast('error', problem.message),
    onSettled: () => query.refetch(),
  })
  return (
    <Loaded query={query} failure="The queues cannot be loaded right now." rows={8}>
      {(queues) => <Queues queues={queues} isRetrying={retry.isPending} onRetry={retry.mutate} />}
    </Loaded>
  )
}

interface QueuesProps {
  queues: QueueState[]
  isRetrying: boolean
  onRetry: (name: string) => void
}

function Queues({ queues, isRetrying, onRetry }: QueuesProps) {
  const isIdle = queues.every(({ failed, waiting, active }) => failed + waiting + active === 0)
  return (
    <section aria-labelledby="queues">
      <h2 id="queues">Queues</h2>
      <p className="offquad-soft">
        The platform's background jobs. A failing job is retried eight times before it is listed as failed.
        {isIdle && ' All queues are idle.'}
      </p>
      <div className="admin-scroll" role="region" aria-label="Jobs in each queue" tabIndex={0}>
        <table className="admin-table offquad-table">
          <TableHead columns={['Queue', 'Failed', 'Waiting', 'Active', 'Delayed']} />
          <tbody>
            {queues.map((queue) => (
              <Row key={queue.name} queue={queue} />
            ))}
          </tbody>
        </table>
      </div>
      {queues
        .filter(({ failed }) => failed > 0)
        .map((queue) => (
          <Failures key={queue.name} queue={queue} isBusy={isRetrying} onRetry={() => onRetry(queue.name)} />
        ))}
    </section>
  )
}

function Row({ queue: { name, purpose, waiting, active, delayed, failed } }: { queue: QueueState }) {
  return (
    <tr>
      <th scope="row">
        {purpose}
        <code className="offquad-soft offquad-beyond-phones">{name}</code>
      </th>
      <td className={failed > 0 ? 'admin-alert' : undefined}>{failed}</td>
      <td>{waiting}</td>
      <td>{active}</td>
      <td>{delayed}</td>
    </tr>
  )
}

interface FailuresProps {
  queue: QueueState
  isBusy: boolean
  onRetry: () => void
}

function Failures({ queue: { name, purpose, failed, failures }, isBusy, onRetry }: FailuresProps) {
  return (
    <section className="admin-item offquad-panel" aria-label={`Failed: ${purpose}`}>
      <header>
        <h3>
          {purpose}: {failed} failed
        </h3>
        <Button disabled={isBusy} onClick={onRetry}>
          Try {failed === 1 ? 'it' : `all ${failed}`} again
        </Button>
      </header>
      <ul className="admin-plain">
        {failures.map(({ id, reason, failedAt, attempts }) => (
          <li key={id}>
            <time dateTime={failedAt}>{formatDateTime(failedAt)}</time> {reason}{' '}
            <span className="offquad-soft">
              ({name} {id}, {attempts === 1 ? 'once' : `${attempts} times`})
            </span>
          </li>
        ))}
      </ul>
      {failed > failures.length && <p className="offquad-soft">Showing the newest {failures.length}.</p>}
    </section>
  )
}
