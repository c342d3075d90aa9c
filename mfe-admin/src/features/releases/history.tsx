import { type DeployEntry } from '@offquad/contracts'
import { formatDateTime } from '../../components/format-date-time'

/** Returns undefined unless the author is an administrator; engineers get no names. */
export type NameOf = (adminId: string | undefined) => string | undefined

interface HistoryProps {
  history: (Omit<DeployEntry, 'action'> & { action: string })[]
  nameOf?: NameOf
}

/** The changes of the versions of a slice or service, each with its author and reason. */
export const History = ({ history, nameOf }: HistoryProps) => (
  <ol className="admin-plain">
    {history.map((entry) => (
      <li key={entry.date + entry.action}>
        <time dateTime={entry.date}>{formatDateTime(entry.date)}</time> {entry.action}{' '}
        <code>{entry.version}</code> by {actorOf(entry, nameOf)}
        {entry.reason && <span className="offquad-soft"> ({entry.reason})</span>}
      </li>
    ))}
  </ol>
)

export const actorOf = ({ by, author, adminId }: Omit<DeployEntry, 'action'>, nameOf?: NameOf): string =>
  nameOf?.(adminId) ?? (author === undefined ? by : `${author}, ${by}`)
