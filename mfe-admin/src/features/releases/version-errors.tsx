import './releases.css'
import {
  type DeployState,
  getReleases,
  getVersionErrors,
  previewStoredVersion,
  type VersionError,
} from '@offquad/contracts'
import { Button, showToast, TableHead } from '@offquad/ui'
import { api, apiQuery, invalidateReads } from '@offquad/web-kit'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { formatDateTime } from '../../components/format-date-time'
import { Loaded } from '../../components/loaded'

/** Errors of a slice's versions, and their positions in its code. */
export function VersionErrors({ app, state }: PartProps) {
  const query = useQuery(apiQuery(getVersionErrors, { params: { app }, asUser: true }))
  return (
    <Loaded query={query} failure="The errors cannot be loaded right now." rows={3}>
      {(errors) =>
        errors.length === 0 ? (
          <p className="offquad-soft">Nothing failed in the last two weeks.</p>
        ) : (
          <ErrorTable app={app} state={state} errors={errors} />
        )
      }
    </Loaded>
  )
}

interface PartProps {
  app: string
  state: DeployState
}

function ErrorTable({ app, state, errors }: PartProps & { errors: VersionError[] }) {
  return (
    <div className="admin-scroll admin-low" role="region" aria-label={`Errors of ${app}`} tabIndex={0}>
      <table className="admin-table offquad-table release-errors">
        <TableHead columns={['What and where', 'Pages']} />
        <tbody>
          {errors.map((error) => (
            <tr key={[error.version, error.route, error.kind, error.message, error.at].join(' ')}>
              <th scope="row">
                {error.message}
                <span className="offquad-soft">
                  {KINDS[error.kind]} on {error.route} with {error.version},{' '}
                  {[...new Set([error.first, error.last].map(formatDateTime))].join(' to ')}
                  {error.at && <code title={error.at}>{error.source ?? fileOf(error.at)}</code>}
                </span>
                <PageWithVersion app={app} state={state} error={error} />
              </th>
              <td>{error.count}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Links to a page with the failed version. If visitors do not get that version, a preview link must be made first. */
function PageWithVersion({
  app,
  state,
  error: { version, route, ...error },
}: PartProps & { error: VersionError }) {
  const client = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: () => api(previewStoredVersion, { params: { app }, body: { version }, asUser: true }),
    onSuccess: () => invalidateReads(client, [getReleases]),
    onError: ({ message }: Error) => showToast('error', message),
  })
  const { live, previous, bad, previews } = state
  const isStored =
    [live, live?.canary, ...bad].some((shown) => shown?.version === version) || previous.includes(version)
  const preview = previews.find((link) => link.version === version)?.path
  const path = error.path ?? (/^\/[^:]*$/.test(route) ? route : undefined)
  // During a canary, a visitor may get either version.
  const isForAll = version === live?.version && !live.canary
  const href = isForAll ? (path ?? '/') : preview?.replace('/', path ?? '/')
  if (href)
    return (
      <>
        <a href={href} target="_blank" rel="noreferrer">
          Open {path ?? 'the home page'} with {version}
        </a>
        {path === undefined && (
          <span className="offquad-soft">The address of the failed page is not kept.</span>
        )}
      </>
    )
  if (!isStored) return null
  return (
    <Button loading={isPending} onClick={() => mutate()}>
      Make a link to this version
    </Button>
  )
}

const KINDS: Record<VersionError['kind'], string> = {
  error: 'Thrown',
  'load-failure': 'Not loaded',
  'call-failure': 'Call failed',
  render: 'Not rendered on the server',
}

/** The file and position of a stack frame, without the folder, which the version implies: 411.js:1:2034 */
const fileOf = (at: string): string => at.split('/').at(-1) ?? at
