import './releases.css'
import { getVersionErrors, type VersionError } from '@offquad/contracts'
import { Skeleton } from '@offquad/ui'
import { apiQuery, QueryContent } from '@offquad/web-kit'
import { useQuery } from '@tanstack/react-query'
import { formatDateTime } from '../../components/format-date-time'

/** What failed with the versions of a slice, and where in its code. */
export function VersionErrors({ app }: { app: string }) {
  const query = useQuery(apiQuery(getVersionErrors, { params: { app }, asUser: true }))
  return (
    <QueryContent
      query={query}
      failure="The errors cannot be loaded right now."
      fallback={<Skeleton active paragraph={{ rows: 3 }} />}
    >
      {(errors) =>
        errors.length === 0 ? (
          <p className="admin-soft">Nothing failed in the last two weeks.</p>
        ) : (
          <ErrorTable app={app} errors={errors} />
        )
      }
    </QueryContent>
  )
}

function ErrorTable({ app, errors }: { app: string; errors: VersionError[] }) {
  return (
    <div className="admin-scroll admin-low" role="region" aria-label={`Errors of ${app}`} tabIndex={0}>
      <table className="admin-table release-errors">
        <thead>
          <tr>
            <th scope="col">What and where</th>
            <th scope="col">Pages</th>
            <th scope="col">First</th>
            <th scope="col">Last</th>
          </tr>
        </thead>
        <tbody>
          {errors.map((error) => (
            <tr key={[error.version, error.route, error.kind, error.message, error.at].join(' ')}>
              <th scope="row">
                {error.message}
                <span className="admin-soft">
                  {KINDS[error.kind]} on {error.route} with <code>{error.version}</code>
                  {error.at && <code title={error.at}>{error.source ?? fileOf(error.at)}</code>}
                </span>
              </th>
              <td>{error.count}</td>
              <td>{formatDateTime(error.first)}</td>
              <td>{formatDateTime(error.last)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const KINDS: Record<VersionError['kind'], string> = {
  error: 'Thrown',
  'load-failure': 'Not loaded',
  'call-failure': 'Call failed',
  render: 'Not rendered on the server',
}

/** The frame without what the version says already, unless it is another slice's: 411.js:1:2034 */
const fileOf = (at: string): string => at.split('/').at(-1) ?? at
