import '../../components/admin.css'
import { type Administrator, getAdministrators } from '@offquad/contracts'
import { Button, Choice } from '@offquad/ui'
import { queryFailure, useApi } from '@offquad/web-kit'
import { Section } from '../../components/section'
import { useUrlParams } from '../../components/use-url-params'
import { ActivityEntry, DECISION_VERBS } from './activity-entry'
import { ModerationTrend } from './moderation-trend'
import { type Activity, type ActivityFilter, useActivityLog } from './use-activity-log'

export function ActivityTab() {
  return (
    <>
      <ModerationTrend />
      <ActivityLog />
    </>
  )
}

const SOURCE_NAMES: Record<Activity['source'], string> = {
  reviews: 'All about reviews',
  catalog: 'Apartments and landlords',
  guides: 'Guides',
  contact: 'Questions and submissions',
  people: 'Accounts and roles',
}
const ANY = ''

/** Authors of role changes other than administrators. */
const NON_ADMINISTRATORS: Record<string, string> = {
  configuration: 'The settings of the site',
  'command-line': 'The command line',
}

/** Decisions and changes with their authors, newest first; the URL holds the filter. */
function ActivityLog() {
  const filter = useActivityFilter()
  const log = useActivityLog(filter)
  const { data, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = log
  const administrators = useApi(getAdministrators).data
  const nameOf = (id: string) =>
    NON_ADMINISTRATORS[id] ??
    (administrators
      ? (administrators.find((administrator) => administrator.id === id)?.displayName ??
        'A former administrator')
      : '…')
  const isFiltered = Boolean(filter.adminId ?? filter.kind)
  const failed = new Set(data?.pages.flatMap((page) => page.failed))
  return (
    <Section
      title="Decisions"
      count={data?.pages[0]?.total}
      empty={isFiltered ? 'No decisions match.' : 'No decisions yet.'}
      failure={queryFailure(log)}
      controls={<Filters administrators={administrators ?? []} />}
    >
      {failed.size > 0 && (
        <p role="alert" className="admin-actions offquad-cluster">
          <span>
            Some of it cannot be loaded right now:{' '}
            {[...failed].map((source) => SOURCE_NAMES[source]).join(', ')}.
          </span>
          <Button onClick={() => void refetch()}>Try again</Button>
        </p>
      )}
      <ol className="offquad-facts">
        {data?.pages
          .flatMap((page) => page.activities)
          .map((activity) => (
            <ActivityEntry key={activity.entry.id} activity={activity} by={nameOf(activity.entry.adminId)} />
          ))}
      </ol>
      {hasNextPage && (
        <p className="offquad-more offquad-cluster">
          <Button loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            Show older
          </Button>
        </p>
      )}
    </Section>
  )
}

function useActivityFilter(): ActivityFilter {
  const { params } = useUrlParams()
  return {
    adminId: params.get('by') || undefined,
    // Not validated here: the service rejects other values.
    kind: (params.get('decision') as ActivityFilter['kind'] | null) || undefined,
  }
}

function Filters({ administrators }: { administrators: Administrator[] }) {
  const { setParams } = useUrlParams()
  const { adminId, kind } = useActivityFilter()
  const { reviews, ...otherSources } = SOURCE_NAMES
  return (
    <div className="admin-actions offquad-cluster">
      <Choice
        label="By"
        value={adminId ?? ANY}
        options={[
          { value: ANY, label: 'Everyone' },
          ...administrators.map(({ id, displayName }) => ({ value: id, label: displayName })),
        ]}
        onChange={(by) => setParams({ by })}
      />
      <Choice
        label="Decision"
        value={kind ?? ANY}
        options={[
          { value: ANY, label: 'All' },
          { value: 'reviews', label: reviews },
          ...Object.entries(DECISION_VERBS).map(([value, verb]) => ({ value, label: `${verb} reviews` })),
          ...Object.entries(otherSources).map(([value, label]) => ({ value, label })),
        ]}
        onChange={(decision) => setParams({ decision })}
      />
    </div>
  )
}
