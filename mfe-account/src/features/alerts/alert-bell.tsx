import './alerts.css'
import { countUnseenAlerts } from '@offquad/contracts'
import { apiQuery, paths } from '@offquad/web-kit'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { Bell } from './bell'

const ASK_EVERY_MS = 5 * 60_000

/** The link to the alerts, with the number of new ones. */
export function AlertBell() {
  const { data } = useQuery({
    ...apiQuery(countUnseenAlerts),
    refetchOnWindowFocus: 'always',
    refetchInterval: ASK_EVERY_MS,
  })
  const count = data?.count ?? 0
  const shown = count > 9 ? '9+' : String(count)
  return (
    <Link
      to={paths.alerts()}
      className="account-bell offquad-icon-button"
      aria-label={count > 0 ? `Alerts, ${shown} new` : 'Alerts'}
    >
      <Bell />
      {count > 0 && (
        <span className="offquad-tag" aria-hidden="true">
          {shown}
        </span>
      )}
    </Link>
  )
}
